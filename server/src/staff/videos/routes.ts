import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { App } from "../../app.ts";
import type { Viewer } from "../../accounts/sessions/current-user.ts";
import { paginate } from "../../http/paging.ts";
import { letThumbnailGo, withThumbnail } from "../../files/thumbnails/store.ts";
import { changeVideo, createVideo, nothingToPrepare, updateVideo } from "./changes.ts";
import { presentAdminVideo } from "./present.ts";
import { countEffects, findAdminVideo, listAdminVideos, pageOfAdminVideos } from "./queries.ts";

export function adminVideoRoutes(parts: App): void {
  const { app, db, catalogue, storage, now } = parts;
  const calls = staff.adminVideos;

  const read = async (id: string, viewer: Viewer) => {
    const video = await findAdminVideo(db, { id, viewer, now: now(), inTrash: true });
    return presentAdminVideo(video, await catalogue.current(), now());
  };

  app.route({
    ...calls.list,
    handler: async () => {
      const snapshot = await catalogue.current();
      return (await listAdminVideos(db, [])).map((video) => presentAdminVideo(video, snapshot, now()));
    },
  });

  app.route({
    ...calls.page,
    handler: async ({ url, query }) => {
      const { page, ...choice } = query;
      const snapshot = await catalogue.current();
      const at = new Date(now()).toISOString();
      const offset = (page - 1) * PAGE_SIZE;
      const { count, rows } = await pageOfAdminVideos(db, { ...choice, limit: PAGE_SIZE, offset, at });
      const results = rows.map((video) => presentAdminVideo(video, snapshot, now()));
      return paginate(url, { page, size: PAGE_SIZE, count, results });
    },
  });

  app.route({
    ...calls.get,
    handler: async ({ params, viewer }) => read(params.id, viewer),
  });

  app.route({
    ...calls.create,
    handler: async ({ body, viewer }, reply) => {
      const id = await withThumbnail(storage, body.thumbnail, (thumbnail) =>
        createVideo(parts, { body, viewer, thumbnail }),
      );
      return reply.status(201).send(await read(String(id), viewer));
    },
  });

  app.route({
    ...calls.update,
    handler: async ({ params, body, viewer }) => {
      const before = await updateVideo(parts, { id: params.id, viewer, body });
      const video = await read(String(before.id), viewer);
      // Whoever changed the host by mistake finds the file again.
      if (before.host === "file" && before.video_id !== video.video_id) {
        await storage.touch("videos", before.video_id);
      }
      return video;
    },
  });

  app.route({
    ...calls.remove,
    handler: async ({ params, query: { revision }, viewer }) => {
      const deleted_at = new Date(now()).toISOString();
      const target = { id: params.id, viewer, revision, action: "video.delete" } as const;
      await changeVideo(parts, target, nothingToPrepare, () => ({ deleted_at }));
      return { message: `動画を削除しました。${TRASH_DAYS}日以内はゴミ箱から元に戻せます。` };
    },
  });

  app.route({
    ...calls.restore,
    handler: async ({ params, viewer }) => {
      const target = { id: params.id, viewer, inTrash: true, action: "video.restore" } as const;
      const { id } = await changeVideo(parts, target, nothingToPrepare, () => ({ deleted_at: null }));
      return read(String(id), viewer);
    },
  });

  app.route({
    ...calls.effects,
    handler: async ({ params, viewer }) => {
      const { id } = await findAdminVideo(db, { id: params.id, viewer, now: now() });
      const [effects] = await countEffects(db, [id]);
      return effects ?? { chapters: 0, playlists: 0, favorites: 0, watch_later: 0, history: 0 };
    },
  });

  app.route({
    ...calls.describe,
    handler: async ({ params, body, viewer }) => {
      const { description, revision } = body;
      const target = { id: params.id, viewer, revision, action: "video.describe" } as const;
      const { id } = await changeVideo(parts, target, nothingToPrepare, () => ({ description }));
      return { ...(await read(String(id), viewer)), message: "概要文を更新しました。" };
    },
  });

  const replaceThumbnail = async (id: string, viewer: Viewer, thumbnail: string | null) => {
    const target = { id, viewer, action: "video.thumbnail" } as const;
    const before = await changeVideo(parts, target, nothingToPrepare, () => ({ thumbnail }));
    await letThumbnailGo(storage, before.thumbnail);
    return read(String(before.id), viewer);
  };

  app.route({
    ...calls.setThumbnail,
    handler: async ({ params, body, viewer }) =>
      withThumbnail(storage, body.thumbnail, (name) => replaceThumbnail(params.id, viewer, name)),
  });

  app.route({
    ...calls.removeThumbnail,
    handler: async ({ params, viewer }) => replaceThumbnail(params.id, viewer, null),
  });
}
