import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import type { VideoDetail } from "../api/answers.ts";
import { BlockedCover, ElsewhereCover, EndedCover } from "./covers.tsx";
import { EmbedPlayer } from "./hosts/embed-player.tsx";
import { FailurePanel } from "./failure-panel.tsx";
import { FilePlayer } from "./hosts/file-player.tsx";
import { firstPhase, nextPhase } from "./phase.ts";
import type { AdapterProps, PlayerControls, PlayerEvent, PlayerSettings } from "./player.ts";
import { readPreferences, storePreferences } from "./controls/preferences.ts";
import { createSettingsMemory } from "./controls/settings-memory.ts";
import { type PageKey, type Shortcut, useShortcuts } from "./controls/shortcuts.ts";
import { nextRate, nextVolume } from "./controls/shortcut-effects.ts";
import { SHORTCUT_LIST } from "./controls/shortcut-choice.ts";
import { Sign, useSign } from "./controls/sign.tsx";
import { PICTURE } from "./watch/watch-layout.tsx";
import { vimeo } from "./hosts/vimeo.ts";
import { youtube } from "./hosts/youtube.ts";

export interface VideoPlayerHandle {
  playFrom(seconds: number): void;
  pause(): void;
  /** Pauses and says that other devices play. The player takes its place back by playing on. */
  giveWay(): void;
}

interface VideoPlayerProps {
  video: AdapterProps["video"] & Pick<VideoDetail, "host">;
  /** Seconds. Later values are ignored. */
  start: number;
  renewFilm: AdapterProps["renewFilm"];
  loadCaptions?: AdapterProps["loadCaptions"];
  onEvent: (event: PlayerEvent) => void;
  chapters?: readonly Chapter[];
  hasShortcuts: boolean;
  onPageKey: (to: PageKey) => void;
  /** `next` is shown after the end, `elsewhere` in the failure panel. */
  next: ReactNode;
  elsewhere: ReactNode;
  ref: Ref<VideoPlayerHandle>;
}

const STOPPED: PlayerEvent["type"][] = ["paused", "ended", "blocked", "failed"];

/** Plays a video of any host and explains failures in its place. */
export function VideoPlayer({
  video,
  start,
  renewFilm,
  loadCaptions,
  onEvent,
  chapters = [],
  hasShortcuts,
  onPageKey,
  next,
  elsewhere,
  ref,
}: VideoPlayerProps) {
  const controls = useRef<PlayerControls>(null);
  const [phase, setPhase] = useState(() => firstPhase(video));
  // Each player needs its own memory, because it first reports its defaults.
  const [attempt, setAttempt] = useState(() => ({ number: 0, start, memory: createSettingsMemory() }));
  /** The position, set before the player reports it. */
  const position = useRef({ seconds: start, duration: Infinity });
  /** True from the play command on: the next key press may precede the player's report. */
  const isPlaying = useRef(false);
  /** Until the player reports the pause: it may report once more that it plays. */
  const isGivingWay = useRef(false);
  const settings = useRef<PlayerSettings>({ rate: 1, volume: 1, muted: false });
  const [isTheatre, setTheatre] = useState(() => readPreferences()?.theatre ?? false);
  const [sign, showSign] = useSign();

  function handleEvent(event: PlayerEvent): void {
    if (event.type === "time") position.current.seconds = event.seconds;
    if (event.type === "duration") position.current.duration = event.seconds;
    if (event.type === "settings") {
      Object.assign(settings.current, event.settings);
      attempt.memory.report(event.settings);
    }
    if (event.type === "ready") {
      const chosen = attempt.memory.chosen();
      if (chosen) controls.current?.apply(chosen);
    }
    if (event.type === "playing") isPlaying.current = true;
    if (STOPPED.includes(event.type)) isPlaying.current = false;
    setPhase((current) => nextPhase(current, event));
    if (event.type === "paused" && isGivingWay.current) {
      isGivingWay.current = false;
      setPhase({ name: "elsewhere" });
    }
    onEvent(event);
  }

  function seek(seconds: number): void {
    const target = Math.max(0, Math.min(seconds, position.current.duration));
    position.current.seconds = target;
    controls.current?.seek(target);
  }

  function playFrom(seconds: number): void {
    if (phase.name === "failed") return restart(seconds);
    seek(seconds);
    controls.current?.play();
  }

  function playBlocked(): void {
    // Our film begins to load only now, and the element says so. A host's frame would show a button of its own.
    if (playsHere(video.host)) setPhase({ name: "starting" });
    controls.current?.play();
  }

  function restart(from: number): void {
    position.current.seconds = from;
    setAttempt(({ number }) => ({ number: number + 1, start: from, memory: createSettingsMemory() }));
    setPhase(firstPhase(video));
  }

  function giveWay(): void {
    if (!isPlaying.current) return;
    isGivingWay.current = true;
    controls.current?.pause();
  }

  useImperativeHandle(ref, () => ({ playFrom, pause: () => controls.current?.pause(), giveWay }));

  useShortcuts(hasShortcuts, perform);

  function perform(shortcut: Shortcut): void {
    if (shortcut.type === "page") return onPageKey(shortcut.to);
    if (shortcut.type === "help") return document.getElementById(SHORTCUT_LIST)?.showPopover();
    if (phase.name === "failed") return;
    switch (shortcut.type) {
      case "toggle":
        isPlaying.current = !isPlaying.current;
        return isPlaying.current ? controls.current?.play() : controls.current?.pause();
      case "skip":
      case "jump":
        return move(shortcut);
      case "theatre":
        setTheatre(!isTheatre);
        return storePreferences({ theatre: !isTheatre });
      case "captions":
      case "fullscreen":
        return showSign(controls.current?.toggle?.(shortcut.type));
      case "mute":
        change({ muted: !settings.current.muted });
        return showSign(settings.current.muted ? "ミュート" : "ミュート解除");
      case "volume":
        change({ volume: nextVolume(settings.current.volume, shortcut.by), muted: false });
        return showSign(`音量 ${Math.round(settings.current.volume * 100)}%`);
      case "rate":
        change({ rate: nextRate(settings.current.rate, shortcut.steps) });
        return showSign(`${settings.current.rate}倍速`);
    }
  }

  function change(changed: Partial<PlayerSettings>): void {
    Object.assign(settings.current, changed);
    controls.current?.apply(settings.current);
  }

  function move(shortcut: Extract<Shortcut, { type: "skip" | "jump" }>): void {
    const { seconds, duration } = position.current;
    const target = shortcut.type === "skip" ? seconds + shortcut.seconds : duration * shortcut.share;
    if (!Number.isFinite(target)) return;
    if (shortcut.type === "skip") {
      const isBack = shortcut.seconds < 0;
      showSign(`${Math.abs(shortcut.seconds)}秒${isBack ? "戻る" : "進む"}`, isBack ? "left" : "right");
    }
    // After the end only playing removes the closing card.
    if (phase.name === "ended") playFrom(target);
    else seek(target);
  }

  const isCovered = phase.name === "blocked" || phase.name === "elsewhere" || phase.name === "ended";
  const own = { video, chapters, start: attempt.start, renewFilm, loadCaptions, isCovered, isTheatre, perform };
  const adapter = { ...own, onEvent: handleEvent, ref: controls };
  return (
    <div
      data-stage
      data-theatre={isTheatre || undefined}
      className="grid grid-cols-[minmax(0,1fr)] overflow-hidden bg-scrim md:rounded-lg *:[grid-area:1/1]"
    >
      <div className={`relative ${PICTURE}`}>
        {phase.name !== "failed" && <Adapter key={attempt.number} host={video.host} {...adapter} />}
      </div>
      <Sign sign={sign} />
      {phase.name === "blocked" && <BlockedCover onPlay={playBlocked} />}
      {phase.name === "elsewhere" && <ElsewhereCover onPlay={() => controls.current?.play()} />}
      {phase.name === "ended" && <EndedCover onReplay={() => playFrom(0)}>{next}</EndedCover>}
      {phase.name === "failed" && (
        <FailurePanel
          failure={phase.failure}
          video={video}
          onRetry={() => restart(position.current.seconds)}
          elsewhere={elsewhere}
        />
      )}
    </div>
  );
}

function Adapter({ host, ...adapter }: AdapterProps & { host: VideoDetail["host"] }) {
  if (playsHere(host)) return <FilePlayer {...adapter} />;
  return <EmbedPlayer {...adapter} protocol={host === "vimeo" ? vimeo : youtube} />;
}
