import type { Ref } from "react";
import type { AdapterProps } from "../player.ts";

export interface ControlBarHandle {
  /** @returns a sentence for the member, if there is one */
  toggle(what: "captions" | "fullscreen"): string | undefined;
}

export interface ControlBarProps extends Pick<AdapterProps, "chapters" | "isTheatre" | "isCovered" | "perform"> {
  video: Pick<AdapterProps["video"], "title" | "thumbnail">;
  media: HTMLVideoElement;
  ref: Ref<ControlBarHandle>;
}
