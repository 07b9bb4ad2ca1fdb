import type { Ref } from "react";
import type { AdapterProps, Film, Quality } from "../player.ts";

export interface ControlBarHandle {
  /** @returns a sentence for the member, if there is one */
  toggle(what: "captions" | "fullscreen"): string | undefined;
}

/** For the seek bar. */
export type Pictures = NonNullable<NonNullable<Film["stream"]>["pictures"]>;

export interface QualityChoice {
  /** Of the multivariant playlist. */
  address: string;
  /** Whether the film has a playlist of its sound alone. */
  hasSound: boolean;
  quality: Quality;
  choose: (quality: Quality) => void;
}

export interface ControlBarProps extends Pick<AdapterProps, "chapters" | "isTheatre" | "isCovered" | "perform"> {
  video: Pick<AdapterProps["video"], "title" | "thumbnail" | "question_seconds">;
  media: HTMLVideoElement;
  /** Null: the film has one quality. */
  choice: QualityChoice | null;
  pictures: Pictures | null;
  ref: Ref<ControlBarHandle>;
}
