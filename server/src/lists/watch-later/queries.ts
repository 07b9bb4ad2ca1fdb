import { savedList } from "../saved-list.ts";
import { savedVideoStatement } from "../saved-videos.ts";

/** Adds, removes or toggles a video that is kept for later. */
export const setWatchLater = savedVideoStatement("watch_later");

/** A page of what the member keeps for later. */
export const listWatchLater = savedList("watch_later");
