import { type EmbedProtocol, isRecord } from "./embed-protocol.ts";
import type { Failure, PlayerEvent } from "../player.ts";

const ORIGIN = "https://www.youtube-nocookie.com";

/** The embed only answers messages with an id and this channel. */
const ENVELOPE = { id: "manabiya", channel: "widget" };

/** https://developers.google.com/youtube/iframe_api_reference#onError */
const FAILURES: Record<number, Failure> = {
  2: "wrong-id",
  5: "unplayable",
  100: "removed",
  101: "embedding-refused",
  150: "embedding-refused",
  153: "referrer-missing",
};

const PLAYING = 1;
const STATES: Record<number, PlayerEvent> = {
  0: { type: "ended" },
  [PLAYING]: { type: "playing" },
  2: { type: "paused" },
};

/**
 * YouTube's protocol, as Google's own script speaks it; the script itself is not loaded. Checked against vidstack's
 * provider, https://github.com/vidstack/player.
 */
export const youtube: EmbedProtocol = {
  origin: ORIGIN,
  address: (videoId, { start, page }) => {
    const search = new URLSearchParams({
      enablejsapi: "1",
      playsinline: "1",
      autoplay: "1",
      rel: "0",
      hl: "ja",
      origin: page,
    });
    if (start > 0) search.set("start", String(Math.floor(start)));
    return `${ORIGIN}/embed/${encodeURIComponent(videoId)}?${search}`;
  },
  greeting: { event: "listening", ...ENVELOPE },
  requests: ["onReady", "onStateChange", "onError", "onAutoplayBlocked"].map((name) =>
    command("addEventListener", [name]),
  ),
  read: ({ event, info }) => {
    switch (event) {
      case "onReady":
        return [{ type: "ready" }];
      case "onStateChange":
        return stateOf(info);
      case "onAutoplayBlocked":
        return [{ type: "blocked" }];
      case "onError":
        return [{ type: "failed", failure: FAILURES[Number(info)] ?? "unplayable" }];
      case "initialDelivery":
        // A late greeting is answered with this instead of onReady.
        return isRecord(info) ? [...delivered(info), { type: "ready" }] : [];
      case "infoDelivery":
        return isRecord(info) ? delivered(info) : [];
      default:
        return [];
    }
  },
  play: command("playVideo"),
  pause: command("pauseVideo"),
  seek: (seconds) => command("seekTo", [seconds, true]),
  apply: ({ rate, volume, muted }) => [
    command("setPlaybackRate", [rate]),
    command("setVolume", [Math.round(volume * 100)]),
    command(muted ? "mute" : "unMute"),
  ],
};

function command(func: string, args: unknown[] = []): object {
  return { event: "command", func, args, ...ENVELOPE };
}

function stateOf(state: unknown): PlayerEvent[] {
  const event = typeof state === "number" ? STATES[state] : undefined;
  return event ? [event] : [];
}

/** Each delivery holds the changes since the last one. */
function delivered(info: Record<string, unknown>): PlayerEvent[] {
  const { duration, progressState, playbackRate, volume, muted, playerState } = info;
  const { currentTime = isRecord(progressState) ? progressState["current"] : undefined } = info;
  const events: PlayerEvent[] = [];
  if (typeof duration === "number" && duration > 0) events.push({ type: "duration", seconds: duration });
  if (typeof currentTime === "number") events.push({ type: "time", seconds: currentTime });
  const settings = {
    ...(typeof playbackRate === "number" && { rate: playbackRate }),
    ...(typeof volume === "number" && { volume: volume / 100 }),
    ...(typeof muted === "boolean" && { muted }),
  };
  if (Object.keys(settings).length > 0) events.push({ type: "settings", settings });
  return [...events, ...stateOf(playerState)];
}
