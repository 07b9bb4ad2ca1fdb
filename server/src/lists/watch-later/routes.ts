import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { savedListHandler } from "../saved-list-handler.ts";
import { listWatchLater, setWatchLater } from "./queries.ts";

export function watchLaterRoutes(parts: AppContext): void {
  const { app, db, now } = parts;
  app.route({
    ...contract.watchLater.list,
    handler: savedListHandler(parts, listWatchLater, (card) => card),
  });

  app.route({
    ...contract.watchLater.toggle,
    handler: async ({ params, body, currentUser }) => ({
      watch_later: await setWatchLater(db, {
        id: params.id,
        currentUser,
        wanted: body?.watch_later,
        now: now(),
      }),
    }),
  });
}
