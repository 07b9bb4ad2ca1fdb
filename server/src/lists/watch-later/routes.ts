import { contract } from "@manabiya/contract";
import type { App } from "../../app.ts";
import { keptListHandler } from "../saved-list-handler.ts";
import { listWatchLater, setWatchLater } from "./queries.ts";

export function watchLaterRoutes(parts: App): void {
  const { app, db, now } = parts;
  app.route({
    ...contract.watchLater.list,
    handler: keptListHandler(parts, listWatchLater, (card) => card),
  });

  app.route({
    ...contract.watchLater.toggle,
    handler: async ({ params, body, viewer }) => ({
      watch_later: await setWatchLater(db, { id: params.id, viewer, wanted: body?.watch_later, now: now() }),
    }),
  });
}
