import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { savedListHandler } from "../saved-list-handler.ts";
import { listFavorites, setFavorite } from "./queries.ts";

export function favoriteRoutes(parts: AppContext): void {
  const { app, db, now } = parts;
  app.route({
    ...contract.favorites.list,
    handler: savedListHandler(parts, listFavorites, (card) => card),
  });

  app.route({
    ...contract.favorites.toggle,
    handler: async ({ params, body, currentUser }) => ({
      is_favorite: await setFavorite(db, {
        id: params.id,
        currentUser,
        wanted: body?.is_favorite,
        now: now(),
      }),
    }),
  });
}
