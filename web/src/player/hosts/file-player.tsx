import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { mediaAddress } from "../../api/media-address.ts";
import { attachCaptions } from "../captions/attach-captions.ts";
import type { ControlBar } from "../controls/control-bar.tsx";
import type { ControlBarHandle } from "../controls/control-bar-props.ts";
import { storePreferences } from "../controls/preferences.ts";
import { firstQuality } from "../controls/quality.ts";
import type { AdapterProps, Failure, Film, Quality } from "../player.ts";
import { addressOf, canStream, isOurs, playStream, type StreamPlayback, streamsItself } from "./stream.ts";
import "./film-mark.css";

/** Milliseconds after a renewal within which another failure is final. Addresses live for minutes. */
const RENEWAL_GAP = 60_000;

/** A video of this service's storage, or a film at a cloud. The browser's controls serve until ours have loaded, or instead of them. */
export function FilePlayer({
  video,
  start,
  onEvent,
  renewFilm,
  loadCaptions,
  isCovered,
  ref,
  ...controls
}: AdapterProps) {
  const element = useRef<HTMLVideoElement>(null);
  const bar = useRef<ControlBarHandle>(null);
  const [loaded, setLoaded] = useState<{ Bar: typeof ControlBar; media: HTMLVideoElement } | null>(null);
  const playback = useRef<StreamPlayback>(null);
  const [film, setFilm] = useState<Film>(video);
  const [chosen, setChosen] = useState(firstQuality);
  const stream = canStream() ? film.stream : null;
  const quality = chosen === "audio" && stream && !isOurs(stream) ? "auto" : chosen;
  /** The position and state to restore once the source has loaded. */
  const pending = useRef({ at: start, plays: true });
  const renewedAt = useRef(-Infinity);

  function play(): void {
    element.current?.play().catch((error: unknown) => {
      // A newer command also rejects this promise; only a blocked autoplay matters.
      if (error instanceof DOMException && error.name === "NotAllowedError") onEvent({ type: "blocked" });
    });
  }

  function handleLoaded(player: HTMLVideoElement): void {
    if (pending.current.at > 0) player.currentTime = pending.current.at;
    onEvent({ type: "duration", seconds: player.duration });
    onEvent({ type: "settings", settings: settingsOf(player) });
    onEvent({ type: "ready" });
    if (pending.current.plays) play();
  }

  function loadControls(media: HTMLVideoElement): void {
    // After a release the file may be gone.
    import("../controls/control-bar.tsx").then(
      ({ ControlBar: Bar }) => setLoaded((current) => current ?? { Bar, media }),
      () => undefined,
    );
  }

  async function handleError(player: HTMLVideoElement): Promise<void> {
    // hls.js has a word of its own about these.
    if (stream && !streamsItself()) return;
    const isBroken = player.error?.code === MediaError.MEDIA_ERR_DECODE;
    await recover(await failureOf(player), !isBroken);
  }

  /** The next source begins where the member is by then. */
  function stay(): void {
    const { currentTime = 0 } = element.current ?? {};
    if (currentTime > 0) pending.current.at = currentTime;
  }

  /**
   * The reports of playback prolong the address. It expires during a long break, and the element cannot distinguish 403
   * from a broken connection. So one fresh address is tried, and instead of a broken stream its original.
   */
  async function recover(failure: Failure, mayBeExpired: boolean): Promise<void> {
    if (!mayBeExpired || Date.now() < renewedAt.current + RENEWAL_GAP) {
      return stream && film.source_url !== null
        ? goOn({ ...film, stream: null })
        : onEvent({ type: "failed", failure });
    }
    renewedAt.current = Date.now();
    try {
      const { source_url, stream: renewed } = await renewFilm();
      // Also if the address at MEDIA_URL is still the same, because the connection may be back.
      if (renewed ?? source_url) goOn({ source_url, stream: renewed });
      else onEvent({ type: "failed", failure });
    } catch {
      onEvent({ type: "failed", failure: "network" });
    }
  }

  function goOn(next: Film): void {
    stay();
    setFilm(next);
  }

  function choose(next: Quality): void {
    stay();
    storePreferences({ quality: next });
    setChosen(next);
  }

  useImperativeHandle(ref, () => ({
    play,
    pause: () => element.current?.pause(),
    seek: (seconds) => {
      if (element.current && element.current.readyState > 0) element.current.currentTime = seconds;
      else pending.current.at = seconds;
    },
    apply: ({ rate, volume, muted }) => {
      if (element.current) Object.assign(element.current, { playbackRate: rate, volume, muted });
    },
    toggle: (what) => bar.current?.toggle(what),
  }));

  const picture = video.thumbnail === null ? undefined : mediaAddress(video.thumbnail);
  const isSoundAlone = stream !== null && quality === "audio";
  const address = stream && addressOf(stream, quality);
  // The page cannot choose among a cloud's qualities where the browser plays the stream itself.
  const choice =
    stream === null || (streamsItself() && !isOurs(stream))
      ? null
      : { address: addressOf(stream, "auto"), hasSound: isOurs(stream), quality, choose };
  const begin = useEffectEvent((media: HTMLVideoElement) => {
    if (address !== null) {
      const onFailure = (failure: Failure, isAccess: boolean) => void recover(failure, isAccess);
      playback.current = playStream(media, address, {
        at: () => pending.current.at,
        plays: pending.current.plays,
        quality,
        onBlocked: () => onEvent({ type: "blocked" }),
        onFailure,
      });
    } else if (film.source_url !== null) media.src = mediaAddress(film.source_url);
    else onEvent({ type: "failed", failure: "unplayable" });
  });
  // As an attribute the source would start loading before the listeners exist, and events of a cached video would be
  // lost. A renewed film begins again, even if its address is the same.
  useLayoutEffect(() => {
    if (element.current) begin(element.current);
    return () => {
      playback.current?.end();
      playback.current = null;
    };
  }, [film, address]);
  useEffect(() => playback.current?.choose(quality), [quality]);

  const hasCaptions = loadCaptions !== undefined;
  const loadLines = useEffectEvent(async () => (await loadCaptions?.()) ?? []);
  useEffect(() => {
    return hasCaptions && element.current ? attachCaptions(element.current, () => loadLines()) : undefined;
  }, [hasCaptions]);

  return (
    <>
      <video
        ref={element}
        className="size-full touch-manipulation"
        poster={picture}
        // WebKit shows the poster no longer once the sound plays.
        style={
          isSoundAlone && picture
            ? { background: `center / contain no-repeat url(${JSON.stringify(picture)})` }
            : undefined
        }
        aria-label={video.title}
        // WebKit would show its own play button through the cover. The focus stays on the element without controls.
        controls={!isCovered && !loaded}
        tabIndex={isCovered || loaded ? -1 : undefined}
        playsInline
        preload="auto"
        controlsList="nodownload"
        onContextMenu={(event) => event.preventDefault()}
        onLoadedMetadata={(event) => handleLoaded(event.currentTarget)}
        onCanPlay={({ currentTarget }) => loadControls(currentTarget)}
        onDurationChange={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) onEvent({ type: "duration", seconds: duration });
        }}
        onPlaying={() => {
          pending.current.plays = true;
          onEvent({ type: "playing" });
        }}
        onPause={({ currentTarget }) => {
          // Browsers also fire pause at the end and when the source fails.
          if (currentTarget.ended || currentTarget.error) return;
          pending.current.plays = false;
          onEvent({ type: "paused" });
        }}
        onTimeUpdate={({ currentTarget: { readyState, currentTime } }) => {
          // Another source begins at 0 until it knows its length.
          if (readyState > 0) onEvent({ type: "time", seconds: currentTime });
        }}
        onEnded={() => onEvent({ type: "ended" })}
        onVolumeChange={({ currentTarget }) => onEvent({ type: "settings", settings: settingsOf(currentTarget) })}
        onRateChange={({ currentTarget }) => {
          // The start of a renewed source.
          currentTarget.defaultPlaybackRate = currentTarget.playbackRate;
          onEvent({ type: "settings", settings: settingsOf(currentTarget) });
        }}
        onError={(event) => void handleError(event.currentTarget)}
      />
      {isSoundAlone && (
        <p className="absolute top-3 left-3 rounded-sm bg-scrim px-2 text-xs text-on-scrim">音声だけで再生しています</p>
      )}
      {loaded && video.mark !== undefined && (
        <span aria-hidden className="film-mark">
          会員番号{video.mark}
        </span>
      )}
      {loaded && (
        <loaded.Bar
          {...controls}
          ref={bar}
          video={video}
          media={loaded.media}
          isCovered={isCovered}
          choice={choice}
          pictures={stream && stream.pictures}
        />
      )}
    </>
  );
}

function settingsOf({ playbackRate, volume, muted }: HTMLVideoElement) {
  return { rate: playbackRate, volume, muted };
}

/** The element cannot distinguish a missing file from a broken one. A bucket at another address would not answer us. */
async function failureOf({ error, currentSrc }: HTMLVideoElement): Promise<Failure> {
  if (error?.code === MediaError.MEDIA_ERR_NETWORK) return "network";
  const isOurs = currentSrc.startsWith(`${window.location.origin}/`);
  const answer = isOurs ? await fetch(currentSrc, { method: "HEAD" }).catch(() => null) : null;
  return answer?.status === 404 ? "file-missing" : "file-broken";
}
