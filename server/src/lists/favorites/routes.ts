import { contract } from "@manabiya/contract";
import type { App } from "../../app.ts";
import { keptListHandler } from "../saved-list-handler.ts";
import { listFavorites, setFavorite } from "./queries.ts";

export function favoriteRoutes(parts: App): void {
  const { app, db, now } = parts;
  app.route({
    ...contract.favorites.list,
    handler: keptListHandler(parts, listFavorites, (card) => card),
  });

  app.route({
    ...contract.favorites.toggle,
    handler: async ({ params, body, viewer }) => ({
      is_favorite: await setFavorite(db, { id: params.id, viewer, wanted: body?.is_favorite, now: now() }),
    }),
  });
}
