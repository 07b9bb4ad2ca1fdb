import type { VideoDetail } from "../api/answers.ts";
import type { Failure, PlayerEvent } from "./player.ts";

/** What the viewer sees of the player. */
export type Phase =
  | { name: "starting" | "playing" | "paused" | "blocked" | "ended" }
  | { name: "failed"; failure: Failure };

/** A video that was registered without what its host needs fails before it starts. */
export function firstPhase({
  host,
  video_id,
  source_url,
}: Pick<VideoDetail, "host" | "video_id" | "source_url">): Phase {
  const isKnown = (host === "file" ? source_url : video_id) !== null;
  return isKnown ? { name: "starting" } : { name: "failed", failure: "wrong-id" };
}

/** @returns the same object when nothing changes. */
export function nextPhase(phase: Phase, event: PlayerEvent): Phase {
  // The failed player is taken away; what it still says comes from before.
  if (phase.name === "failed") return phase;
  switch (event.type) {
    case "playing":
    case "ended":
    case "blocked":
      return phase.name === event.type ? phase : { name: event.type };
    case "paused":
      // Some hosts pause after the end.
      return phase.name === "playing" ? { name: "paused" } : phase;
    case "failed":
      return { name: "failed", failure: event.failure };
    default:
      return phase;
  }
}
