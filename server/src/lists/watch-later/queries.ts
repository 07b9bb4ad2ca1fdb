import { keptList } from "../videos/kept-list.ts";
import { keptVideoStatement } from "../videos/kept-videos.ts";

/** Adds, removes or toggles a video that is kept for later. */
export const setWatchLater = keptVideoStatement("watch_later");

/** A page of what the member keeps for later. */
export const listWatchLater = keptList("watch_later");
