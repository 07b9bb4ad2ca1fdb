import type { Ref } from "react";
import type { SpokenLine } from "@manabiya/contract/catalogue/transcripts.ts";
import type { Chapter } from "@manabiya/contract/catalogue/videos.ts";
import type { VideoDetail } from "../api/answers.ts";
import type { Shortcut } from "./controls/shortcuts.ts";

export type Failure =
  /** The video is deleted or private at its host. */
  | "removed"
  /** The owner forbids embedding. */
  | "embedding-refused"
  /** The host received no referrer. */
  | "referrer-missing"
  | "wrong-id"
  | "unplayable"
  /** Our own file is missing. */
  | "file-missing"
  /** Our own file is broken, or of a form that this browser cannot play. */
  | "file-broken"
  /** The host's player never answered: it is blocked or unreachable. */
  | "player-silent"
  | "network";

/** The addresses of a film, which expire. */
export type Film = Pick<VideoDetail, "source_url" | "stream">;

/** `auto` follows the network; a number is the height of the picture. */
export type Quality = "auto" | "audio" | number;

/** Volume is 0 to 1. */
export interface PlayerSettings {
  rate: number;
  volume: number;
  muted: boolean;
}

/** Times are seconds. Repeated events are harmless. */
export type PlayerEvent =
  | { type: "ready" }
  | { type: "playing" }
  | { type: "paused" }
  | { type: "time"; seconds: number }
  | { type: "duration"; seconds: number }
  | { type: "ended" }
  /** The browser blocked autoplay. */
  | { type: "blocked" }
  | { type: "settings"; settings: Partial<PlayerSettings> }
  | { type: "failed"; failure: Failure };

export interface PlayerControls {
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  apply(settings: PlayerSettings): void;
  /** Absent where the host's own controls do it. @returns a sentence for the member, if there is one */
  toggle?(what: "captions" | "fullscreen"): string | undefined;
}

/** The player starts by itself at `start` as soon as it can. */
export interface AdapterProps {
  video: Pick<VideoDetail, "video_id" | "host_hash" | keyof Film | "title" | "thumbnail" | "mark"> & {
    /** Marked on the seek bar, more quietly than chapters. */
    question_seconds?: readonly number[];
  };
  /** Seconds. Later values are ignored. */
  start: number;
  onEvent: (event: PlayerEvent) => void;
  /** Fetches fresh signed addresses. */
  renewFilm: () => Promise<Film>;
  /** Missing: the video has no captions. */
  loadCaptions?: (() => Promise<readonly SpokenLine[]>) | undefined;
  /** A cover with a button of its own lies over the player. */
  isCovered: boolean;
  /** Marked on the seek bar. */
  chapters: readonly Chapter[];
  isTheatre: boolean;
  /** Does what the key does. */
  perform: (shortcut: Shortcut) => void;
  ref: Ref<PlayerControls>;
}
