import { keptList } from "../saved-list.ts";
import { keptVideoStatement } from "../saved-videos.ts";

/** Adds, removes or toggles a favourite. */
export const setFavorite = keptVideoStatement("favorites");

/** A page of the member's favourites. */
export const listFavorites = keptList("favorites");
