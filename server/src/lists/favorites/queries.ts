import { keptList } from "../videos/kept-list.ts";
import { keptVideoStatement } from "../videos/kept-videos.ts";

/** Adds, removes or toggles a favourite. */
export const setFavorite = keptVideoStatement("favorites");

/** A page of the member's favourites. */
export const listFavorites = keptList("favorites");
