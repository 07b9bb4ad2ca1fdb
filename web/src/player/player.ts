import type { Ref } from "react";
import type { VideoDetail } from "../api/answers.ts";

/** Why a video does not play. */
export type Failure =
  /** It is gone at its host, or private there. */
  | "removed"
  /** Its owner does not let it play on other sites. */
  | "embedding-refused"
  /** The host did not see which site asks. */
  | "referrer-missing"
  /** The host does not know such an id. */
  | "wrong-id"
  /** The browser cannot play it. */
  | "unplayable"
  /** The host's player never answered: it is blocked, or the host is away. */
  | "player-silent"
  /** The connection broke while it was loading. */
  | "network";

/** What a viewer sets on the player itself. Volume is 0 to 1. */
export interface PlayerSettings {
  rate: number;
  volume: number;
  muted: boolean;
}

/** What a host's player says. Times are seconds. Saying the same twice is harmless. */
export type PlayerEvent =
  | { type: "ready" }
  | { type: "playing" }
  | { type: "paused" }
  | { type: "time"; seconds: number }
  | { type: "duration"; seconds: number }
  | { type: "ended" }
  /** The browser did not let it start by itself. */
  | { type: "blocked" }
  | { type: "settings"; settings: Partial<PlayerSettings> }
  | { type: "failed"; failure: Failure };

/** What every host's player can do. */
export interface PlayerControls {
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  apply(settings: PlayerSettings): void;
}

/** What every host's player is given. It begins by itself, at `start`, as soon as it can. */
export interface AdapterProps {
  video: Pick<VideoDetail, "video_id" | "source_url" | "title" | "thumbnail">;
  /** Seconds. Only the value of the first rendering counts. */
  start: number;
  onEvent: (event: PlayerEvent) => void;
  /** Asks for the address anew when the signed one has expired; null: there is none. */
  renewSource: () => Promise<string | null>;
  ref: Ref<PlayerControls>;
}
