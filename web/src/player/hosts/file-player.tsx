import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { mediaAddress } from "../../api/media-address.ts";
import { attachCaptions } from "../captions/attach-captions.ts";
import type { ControlBar } from "../controls/control-bar.tsx";
import type { ControlBarHandle } from "../controls/control-bar-props.ts";
import type { AdapterProps, Failure } from "../player.ts";

/** Milliseconds after a renewal within which another failure is final. Addresses live for minutes. */
const RENEWAL_GAP = 5_000;

/** A video of this service's storage. The browser's controls serve until ours have loaded, or instead of them. */
export function FilePlayer({
  video,
  start,
  onEvent,
  renewSource,
  loadCaptions,
  isCovered,
  ref,
  ...controls
}: AdapterProps) {
  const element = useRef<HTMLVideoElement>(null);
  const bar = useRef<ControlBarHandle>(null);
  const [loaded, setLoaded] = useState<{ Bar: typeof ControlBar; media: HTMLVideoElement } | null>(null);
  const [source, setSource] = useState(video.source_url);
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

  /**
   * The reports of playback prolong the address. It expires during a long break, and the element cannot distinguish 403
   * from a broken connection. So one fresh address is tried.
   */
  async function handleError(player: HTMLVideoElement): Promise<void> {
    const at = player.currentTime > 0 ? player.currentTime : pending.current.at;
    const failure = await failureOf(player);
    const isRenewed = Date.now() < renewedAt.current + RENEWAL_GAP;
    if (isRenewed || player.error?.code === MediaError.MEDIA_ERR_DECODE) {
      return onEvent({ type: "failed", failure });
    }
    pending.current = { at, plays: pending.current.plays };
    renewedAt.current = Date.now();
    try {
      const renewed = await renewSource();
      if (renewed === null) onEvent({ type: "failed", failure });
      // An address at MEDIA_URL stays the same for an hour, and the connection may be back.
      else if (renewed === source) player.load();
      else setSource(renewed);
    } catch {
      onEvent({ type: "failed", failure: "network" });
    }
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

  // As an attribute the source would start loading before the listeners exist, and events of a cached video would be
  // lost.
  useLayoutEffect(() => {
    if (element.current && source) element.current.src = mediaAddress(source);
  }, [source]);

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
        poster={video.thumbnail === null ? undefined : mediaAddress(video.thumbnail)}
        aria-label={video.title}
        // WebKit would show its own play button through the cover. The focus stays on the element without controls.
        controls={!isCovered && !loaded}
        tabIndex={isCovered || loaded ? -1 : undefined}
        playsInline
        preload="auto"
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
        onTimeUpdate={({ currentTarget }) => onEvent({ type: "time", seconds: currentTarget.currentTime })}
        onEnded={() => onEvent({ type: "ended" })}
        onVolumeChange={({ currentTarget }) => onEvent({ type: "settings", settings: settingsOf(currentTarget) })}
        onRateChange={({ currentTarget }) => {
          // The start of a renewed source.
          currentTarget.defaultPlaybackRate = currentTarget.playbackRate;
          onEvent({ type: "settings", settings: settingsOf(currentTarget) });
        }}
        onError={(event) => void handleError(event.currentTarget)}
      />
      {loaded && <loaded.Bar {...controls} ref={bar} video={video} media={loaded.media} isCovered={isCovered} />}
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
