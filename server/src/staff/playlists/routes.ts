import type { Playlist } from "@manabiya/contract/catalogue/playlists.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import type { Database } from "../../db/open.ts";
import { notFound } from "../../http/app-error.ts";
import { presentPlaylist, readPlaylistDetail } from "../../catalogue/playlists/present.ts";
import { findPlaylist } from "../../catalogue/playlists/queries.ts";
import * as change from "./change.ts";

export function playlistManagementRoutes(parts: AppContext): void {
  const { app, db, now } = parts;
  const { create, get, update, remove, addVideo, removeVideo, reorder } = staff.playlistManagement;

  /** Playlists are in the catalogue, but no search looks at them. */
  function changing<T>(work: (tx: Database) => Promise<T>): Promise<T> {
    return changeCatalogue(parts, async (tx) => ({ result: await work(tx), videoIds: [] }));
  }

  async function read(id: number): Promise<Playlist> {
    const [playlist] = await findPlaylist(db, [id, new Date(now()).toISOString()]);
    if (!playlist) throw notFound("再生リスト");
    return presentPlaylist(playlist);
  }

  app.route({
    ...create,
    handler: async ({ body, currentUser }, reply) => {
      const act = { by: currentUser.id, now: now() };
      const id = await changing((tx) => change.createPlaylist(tx, body, act));
      return reply.status(201).send(await read(id));
    },
  });

  app.route({ ...get, handler: ({ params }) => change.readManaged(db, params.id) });

  app.route({
    ...update,
    handler: async ({ params: { id }, body, currentUser }) => {
      await changing((tx) => change.updatePlaylist(tx, id, body, { by: currentUser.id, now: now() }));
      return read(id);
    },
  });

  app.route({
    ...remove,
    handler: async ({ params: { id }, query: { revision }, currentUser }) => {
      const act = { by: currentUser.id, now: now() };
      const title = await changing((tx) => change.deletePlaylist(tx, id, revision, act));
      return { message: `再生リスト「${title}」を削除しました。` };
    },
  });

  app.route({
    ...addVideo,
    handler: async ({ params: { id }, body, currentUser }) => {
      const act = { by: currentUser.id, now: now() };
      await changing((tx) => change.addVideo(tx, id, body.video_id, act));
      return readPlaylistDetail(parts, id, currentUser);
    },
  });

  app.route({
    ...removeVideo,
    handler: async ({ params: { id, video_id }, currentUser }) => {
      await changing((tx) => change.removeVideo(tx, id, video_id, { by: currentUser.id, now: now() }));
      return readPlaylistDetail(parts, id, currentUser);
    },
  });

  app.route({
    ...reorder,
    handler: ({ params: { id }, body, currentUser }) =>
      changing((tx) => change.reorderVideos(tx, id, body, { by: currentUser.id, now: now() })),
  });
}
