import { mediaAddress } from "../../api/media-address.ts";
import { readPreferences } from "../controls/preferences.ts";
import type { Failure, Film, Quality } from "../player.ts";

export interface StreamPlayback {
  choose(quality: Quality): void;
  end(): void;
}

export interface StreamOptions {
  /** @returns seconds */
  at: () => number;
  /** The film is to play as soon as it can. */
  plays: boolean;
  quality: Quality;
  onBlocked: () => void;
  /** @param isAccess its addresses may have expired */
  onFailure: (failure: Failure, isAccess: boolean) => void;
}

/**
 * WebKit plays streams itself, also on televisions and with the screen off. Chromium does, too, but so far only WebKit
 * does it better than hls.js.
 */
export const streamsItself = () => "webkitShowPlaybackTargetPicker" in HTMLVideoElement.prototype;

export const canStream = () => streamsItself() || "MediaSource" in window;

/** A cloud's film has the qualities that its playlist names, and no playlist of fewer. */
export const isOurs = ({ url }: NonNullable<Film["stream"]>) => url.startsWith("/");

/** A page cannot choose among the qualities of a stream that the browser plays itself, so the server names fewer. */
export function addressOf(stream: NonNullable<Film["stream"]>, quality: Quality): string {
  const address = mediaAddress(stream.url);
  const isPart = quality === "audio" || (quality !== "auto" && streamsItself());
  return isPart && isOurs(stream) ? address.replace(/main(?=\.m3u8$)/, String(quality)) : address;
}

/**
 * The policy of a page that is older than the first film at a cloud refuses its address. A new page has another policy.
 * @returns a function that stops watching
 */
function renewPagePolicy(address: string): () => void {
  const { origin } = new URL(address, window.location.href);
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const renew = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(origin) && navigation?.type !== "reload") window.location.reload();
  };
  document.addEventListener("securitypolicyviolation", renew);
  return () => document.removeEventListener("securitypolicyviolation", renew);
}

/** An element that may play is no longer paused, also without a source. */
function isBlocked(media: HTMLVideoElement): boolean {
  // Browsers let a silent film play, and a ready player would learn only later that the member wants no sound.
  if (readPreferences()?.muted) media.muted = true;
  media.play().catch(() => undefined);
  return media.paused;
}

/**
 * Plays a stream in an element. Browsers that play none themselves load hls.js first. If the browser blocks autoplay, nothing
 * is loaded before somebody presses.
 */
export function playStream(media: HTMLVideoElement, address: string, options: StreamOptions): StreamPlayback {
  const stopWatching = renewPagePolicy(address);
  if (streamsItself()) {
    media.src = address;
    return { choose: () => undefined, end: stopWatching };
  }
  let { quality } = options;
  let playback: StreamPlayback | undefined;
  let isOver = false;
  const load = () =>
    import("./hls-stream.ts").then(
      ({ playByHls }) => {
        if (!isOver) playback = playByHls(media, address, { ...options, quality });
      },
      // After a release the file may be gone.
      () => isOver || options.onFailure("network", false),
    );
  if (options.plays && isBlocked(media)) {
    media.addEventListener("play", load, { once: true });
    options.onBlocked();
  } else void load();
  return {
    choose(next) {
      quality = next;
      playback?.choose(next);
    },
    end() {
      isOver = true;
      media.removeEventListener("play", load);
      stopWatching();
      playback?.end();
    },
  };
}
