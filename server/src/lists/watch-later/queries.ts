import { keptList } from "../saved-list.ts";
import { keptVideoStatement } from "../saved-videos.ts";

/** Adds, removes or toggles a video that is kept for later. */
export const setWatchLater = keptVideoStatement("watch_later");

/** A page of what the member keeps for later. */
export const listWatchLater = keptList("watch_later");
