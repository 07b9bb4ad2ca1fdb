import { savedList } from "../saved-list.ts";
import { savedVideoStatement } from "../saved-videos.ts";

/** Adds, removes or toggles a favourite. */
export const setFavorite = savedVideoStatement("favorites");

/** A page of the member's favourites. */
export const listFavorites = savedList("favorites");
