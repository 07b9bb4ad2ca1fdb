import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import type { VideoDetail } from "../api/answers.ts";
import { BlockedCover, EndedCover } from "./covers.tsx";
import { EmbedPlayer } from "./hosts/embed-player.tsx";
import { FailurePanel } from "./failure-panel.tsx";
import { FilePlayer } from "./hosts/file-player.tsx";
import { firstPhase, nextPhase } from "./phase.ts";
import type { AdapterProps, PlayerControls, PlayerEvent } from "./player.ts";
import { createSettingsMemory } from "./controls/settings-memory.ts";
import type { Shortcut } from "./controls/shortcuts.ts";
import { useShortcuts } from "./controls/shortcuts.ts";
import { vimeo } from "./hosts/vimeo.ts";
import { youtube } from "./hosts/youtube.ts";

export interface VideoPlayerHandle {
  /** Goes to a second and plays from there. */
  playFrom(seconds: number): void;
}

interface VideoPlayerProps {
  video: Pick<VideoDetail, "host" | "video_id" | "source_url" | "title" | "thumbnail">;
  /** Seconds. Only the value of the first rendering counts. */
  start: number;
  renewSource: AdapterProps["renewSource"];
  onEvent: (event: PlayerEvent) => void;
  /** Keys move the video, wherever on the page they are pressed. */
  hasShortcuts: boolean;
  /** The key for the chapters was pressed. */
  onChaptersKey: () => void;
  /** Shown over the picture after the end; and in the failure panel, a way to another video. */
  next: ReactNode;
  elsewhere: ReactNode;
  ref: Ref<VideoPlayerHandle>;
}

const STOPPED: PlayerEvent["type"][] = ["paused", "ended", "blocked", "failed"];

/** Plays a video of any host by itself and says what happens; whatever goes wrong is explained in its place. */
export function VideoPlayer({
  video,
  start,
  renewSource,
  onEvent,
  hasShortcuts,
  onChaptersKey,
  next,
  elsewhere,
  ref,
}: VideoPlayerProps) {
  const controls = useRef<PlayerControls>(null);
  const [phase, setPhase] = useState(() => firstPhase(video));
  // Each has a memory of its own: a new player begins by reporting how it begins.
  const [attempt, setAttempt] = useState(() => ({ number: 0, start, memory: createSettingsMemory() }));
  /** Where it is; ahead of the player's own report while that is on its way. */
  const position = useRef({ seconds: start, duration: Infinity });
  /** Whether it plays, or was just told to: the player's own report comes later than the next press of a key may. */
  const isPlaying = useRef(false);

  function handleEvent(event: PlayerEvent): void {
    if (event.type === "time") position.current.seconds = event.seconds;
    if (event.type === "duration") position.current.duration = event.seconds;
    if (event.type === "settings") attempt.memory.report(event.settings);
    if (event.type === "ready") {
      const chosen = attempt.memory.chosen();
      if (chosen) controls.current?.apply(chosen);
    }
    if (event.type === "playing") isPlaying.current = true;
    if (STOPPED.includes(event.type)) isPlaying.current = false;
    setPhase((current) => nextPhase(current, event));
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

  function restart(from: number): void {
    position.current.seconds = from;
    setAttempt(({ number }) => ({ number: number + 1, start: from, memory: createSettingsMemory() }));
    setPhase(firstPhase(video));
  }

  useImperativeHandle(ref, () => ({ playFrom }));

  useShortcuts(hasShortcuts, (shortcut) => {
    if (shortcut.type === "chapters") return onChaptersKey();
    if (phase.name === "failed") return;
    if (shortcut.type !== "toggle") return move(shortcut);
    isPlaying.current = !isPlaying.current;
    if (isPlaying.current) controls.current?.play();
    else controls.current?.pause();
  });

  function move(shortcut: Extract<Shortcut, { type: "skip" | "jump" }>): void {
    const { seconds, duration } = position.current;
    const target = shortcut.type === "skip" ? seconds + shortcut.seconds : duration * shortcut.share;
    if (!Number.isFinite(target)) return;
    // What has ended lies under its closing card, which only playing takes away.
    if (phase.name === "ended") playFrom(target);
    else seek(target);
  }

  const adapter = { video, start: attempt.start, onEvent: handleEvent, renewSource, ref: controls };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden bg-scrim md:rounded-lg *:[grid-area:1/1]">
      <div className="aspect-video self-start">
        {phase.name !== "failed" && <Adapter key={attempt.number} host={video.host} {...adapter} />}
      </div>
      {phase.name === "blocked" && <BlockedCover onPlay={() => controls.current?.play()} />}
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
  if (host === "file") return <FilePlayer {...adapter} />;
  // Servers of the product need not name the host: they know one alone.
  return <EmbedPlayer {...adapter} protocol={host === "vimeo" ? vimeo : youtube} />;
}
