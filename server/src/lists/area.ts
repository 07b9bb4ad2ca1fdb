import type { CatalogueContext } from "../catalogue/context.ts";
import { certificateRoutes } from "./certificates/routes.ts";
import { courseRoutes } from "./courses/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { questionRoutes } from "./questions/routes.ts";
import { listRoutes } from "./routes.ts";
import { todayRoutes } from "./today/routes.ts";

/** Favourites, videos for later, history, courses, certificates, notes, questions, today's plan. */
export function addLists(context: CatalogueContext): void {
  listRoutes(context);
  courseRoutes(context);
  certificateRoutes(context);
  noteRoutes(context);
  questionRoutes(context);
  todayRoutes(context);
}
