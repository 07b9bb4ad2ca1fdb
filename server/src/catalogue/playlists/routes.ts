import { contract } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { presentPlaylist, readPlaylistDetail } from "./present.ts";
import { listPlaylists } from "./queries.ts";

export function playlistRoutes(parts: AppContext): void {
  const { app, catalogue, now } = parts;
  app.route({
    ...contract.playlists.list,
    handler: async () => {
      const snapshot = await catalogue.current();
      const rows = await snapshot.share("playlists", () =>
        listPlaylists(snapshot.reads, [new Date(now()).toISOString()]),
      );
      return rows.map(presentPlaylist);
    },
  });

  app.route({
    ...contract.playlists.get,
    handler: ({ params, currentUser }) => readPlaylistDetail(parts, params.id, currentUser),
  });
}
