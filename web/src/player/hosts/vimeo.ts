import { type EmbedProtocol, isRecord } from "./embed-protocol.ts";
import type { Failure, PlayerEvent } from "../player.ts";

const ORIGIN = "https://player.vimeo.com";

const FAILURES: Record<string, Failure> = {
  NotFoundError: "removed",
  PasswordError: "removed",
  PrivacyError: "embedding-refused",
};

/** Vimeo's protocol, see https://github.com/vimeo/player.js. The player speaks first. */
export const vimeo: EmbedProtocol = {
  origin: ORIGIN,
  address: (videoId, { start, key }) => {
    const search = new URLSearchParams({ ...(key !== null && { h: key }), api: "1", playsinline: "1", dnt: "1" });
    const fragment = start > 0 ? `#t=${Math.floor(start)}s` : "";
    return `${ORIGIN}/video/${encodeURIComponent(videoId)}?${search}${fragment}`;
  },
  greeting: null,
  // A play command instead of `autoplay=1`, because only the command reports a blocked autoplay.
  requests: [
    ...["play", "pause", "timeupdate", "ended", "volumechange", "playbackratechange", "error"].map((name) =>
      command("addEventListener", name),
    ),
    command("play"),
  ],
  read: ({ event, data }) => {
    const detail = isRecord(data) ? data : {};
    switch (event) {
      case "ready":
        return [{ type: "ready" }];
      case "play":
        return [...timesOf(detail), { type: "playing" }];
      case "pause":
        return [...timesOf(detail), { type: "paused" }];
      case "timeupdate":
        return timesOf(detail);
      case "ended":
        return [{ type: "ended" }];
      case "volumechange":
        return typeof detail["volume"] === "number" ? [volumeOf(detail["volume"])] : [];
      case "playbackratechange":
        return typeof detail["playbackRate"] === "number"
          ? [{ type: "settings", settings: { rate: detail["playbackRate"] } }]
          : [];
      case "error":
        return failureOf(detail);
      default:
        return [];
    }
  },
  play: command("play"),
  pause: command("pause"),
  seek: (seconds) => command("setCurrentTime", seconds),
  apply: ({ rate, volume, muted }) => [
    command("setPlaybackRate", rate),
    command("setVolume", volume),
    command("setMuted", muted),
  ],
};

function command(method: string, value?: unknown): object {
  return value === undefined ? { method } : { method, value };
}

function timesOf({ seconds, duration }: Record<string, unknown>): PlayerEvent[] {
  const events: PlayerEvent[] = [];
  if (typeof duration === "number" && duration > 0) events.push({ type: "duration", seconds: duration });
  if (typeof seconds === "number") events.push({ type: "time", seconds });
  return events;
}

function volumeOf(volume: number): PlayerEvent {
  return { type: "settings", settings: { volume, muted: volume === 0 } };
}

/** Refused commands are errors too, such as a speed that the owner's plan lacks. */
function failureOf({ name, method }: Record<string, unknown>): PlayerEvent[] {
  if (method === "play") return name === "NotAllowedError" ? [{ type: "blocked" }] : [];
  const failure = typeof name === "string" ? FAILURES[name] : undefined;
  return failure ? [{ type: "failed", failure }] : [];
}
