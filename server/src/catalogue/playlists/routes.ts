import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { presentPlaylist, readPlaylistDetail } from "./present.ts";
import { listPlaylists } from "./queries.ts";

export function playlistRoutes(deps: AppContext): void {
  const { app, catalogue, now } = deps;
  app.route({
    ...contract.playlists.list,
    handler: async () => {
      const cache = await catalogue.current();
      const rows = await cache.memoize("playlists", () => listPlaylists(cache.reads, [new Date(now()).toISOString()]));
      return rows.map(presentPlaylist);
    },
  });

  app.route({
    ...contract.playlists.get,
    handler: ({ params, currentUser }) => readPlaylistDetail(deps, params.id, currentUser),
  });
}
