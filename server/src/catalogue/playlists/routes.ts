import { contract } from "@manabiya/contract";
import type { CatalogueContext } from "../context.ts";
import { presentPlaylist, readPlaylistDetail } from "./present.ts";
import { readPlaylists } from "./read-playlists.ts";

export function playlistRoutes(deps: CatalogueContext): void {
  const { app, catalogue, now } = deps;
  app.answer(contract.playlists.list, async () =>
    (await readPlaylists(await catalogue.current(), now())).map(presentPlaylist),
  );

  app.answer(contract.playlists.get, ({ params, currentUser }) => readPlaylistDetail(deps, params.id, currentUser));
}
