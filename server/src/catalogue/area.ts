import type { CatalogueContext } from "./context.ts";
import { transcriptRoutes } from "./captions/routes.ts";
import { categoryRoutes } from "./categories/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import { openLessonRoutes } from "./open-lessons/routes.ts";
import { playlistRoutes } from "./playlists/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { suggestionRoutes } from "./suggestions/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { videoRoutes } from "./videos/routes.ts";

/** Videos, playlists, home, search, and the pictures and films under /media/. */
export async function addCatalogue(context: CatalogueContext): Promise<void> {
  homeRoutes(context);
  videoRoutes(context);
  transcriptRoutes(context);
  searchRoutes(context);
  suggestionRoutes(context);
  categoryRoutes(context);
  tagRoutes(context);
  playlistRoutes(context);
  openLessonRoutes(context);
  await mediaRoutes(context);
}
