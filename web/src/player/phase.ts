import { playsHere } from "@manabiya/contract/catalogue/plays-here.ts";
import type { VideoDetail } from "../api/answers.ts";
import type { Failure, PlayerEvent } from "./player.ts";

/** The visible state of the player. */
export type Phase =
  | { name: "starting" | "playing" | "paused" | "blocked" | "ended" | "elsewhere" }
  | { name: "failed"; failure: Failure };

/** A video without its host's id or address fails before it starts. */
export function firstPhase({
  host,
  video_id,
  source_url,
  stream,
}: Pick<VideoDetail, "host" | "video_id" | "source_url" | "stream">): Phase {
  const isKnown = (playsHere(host) ? (stream ?? source_url) : video_id) !== null;
  return isKnown ? { name: "starting" } : { name: "failed", failure: "wrong-id" };
}

/** @returns the same object if nothing changes */
export function nextPhase(phase: Phase, event: PlayerEvent): Phase {
  // Late events of the removed player are ignored.
  if (phase.name === "failed") return phase;
  switch (event.type) {
    case "playing":
    case "ended":
    case "blocked":
      return phase.name === event.type ? phase : { name: event.type };
    case "paused":
      return phase.name === "playing" ? { name: "paused" } : phase;
    case "failed":
      return { name: "failed", failure: event.failure };
    default:
      return phase;
  }
}
