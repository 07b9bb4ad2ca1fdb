import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import type { AppContext } from "../../http/app-context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { paginate } from "../../http/paging.ts";
import { letThumbnailGo, withThumbnail } from "../../files/thumbnails/store.ts";
import { changeVideo, createVideo, nothingToPrepare, updateVideo } from "./changes.ts";
import { presentAdminVideo } from "./present.ts";
import { countEffects, findAdminVideo, listAdminVideos, pageOfAdminVideos } from "./queries.ts";

export function adminVideoRoutes(parts: AppContext): void {
  const { app, db, catalogue, storage, now } = parts;
  const calls = staff.adminVideos;

  const read = async (id: string, currentUser: CurrentUser) => {
    const video = await findAdminVideo(db, { id, currentUser, now: now(), inTrash: true });
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
    handler: async ({ params, currentUser }) => read(params.id, currentUser),
  });

  app.route({
    ...calls.create,
    handler: async ({ body, currentUser }, reply) => {
      const id = await withThumbnail(storage, body.thumbnail, (thumbnail) =>
        createVideo(parts, { body, currentUser, thumbnail }),
      );
      return reply.status(201).send(await read(String(id), currentUser));
    },
  });

  app.route({
    ...calls.update,
    handler: async ({ params, body, currentUser }) => {
      const before = await updateVideo(parts, { id: params.id, currentUser, body });
      const video = await read(String(before.id), currentUser);
      // Whoever changed the host by mistake finds the file again.
      if (before.host === "file" && before.video_id !== video.video_id) {
        await storage.touch("videos", before.video_id);
      }
      return video;
    },
  });

  app.route({
    ...calls.remove,
    handler: async ({ params, query: { revision }, currentUser }) => {
      const deleted_at = new Date(now()).toISOString();
      const target = { id: params.id, currentUser, revision, action: "video.delete" } as const;
      await changeVideo(parts, target, nothingToPrepare, () => ({ deleted_at }));
      return { message: `動画を削除しました。${TRASH_DAYS}日以内はゴミ箱から元に戻せます。` };
    },
  });

  app.route({
    ...calls.restore,
    handler: async ({ params, currentUser }) => {
      const target = { id: params.id, currentUser, inTrash: true, action: "video.restore" } as const;
      const { id } = await changeVideo(parts, target, nothingToPrepare, () => ({ deleted_at: null }));
      return read(String(id), currentUser);
    },
  });

  app.route({
    ...calls.effects,
    handler: async ({ params, currentUser }) => {
      const { id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
      const [effects] = await countEffects(db, [id]);
      return effects ?? { chapters: 0, playlists: 0, favorites: 0, watch_later: 0, history: 0 };
    },
  });

  app.route({
    ...calls.describe,
    handler: async ({ params, body, currentUser }) => {
      const { description, revision } = body;
      const target = { id: params.id, currentUser, revision, action: "video.describe" } as const;
      const { id } = await changeVideo(parts, target, nothingToPrepare, () => ({ description }));
      return { ...(await read(String(id), currentUser)), message: "概要文を更新しました。" };
    },
  });

  const replaceThumbnail = async (id: string, currentUser: CurrentUser, thumbnail: string | null) => {
    const target = { id, currentUser, action: "video.thumbnail" } as const;
    const before = await changeVideo(parts, target, nothingToPrepare, () => ({ thumbnail }));
    await letThumbnailGo(storage, before.thumbnail);
    return read(String(before.id), currentUser);
  };

  app.route({
    ...calls.setThumbnail,
    handler: async ({ params, body, currentUser }) =>
      withThumbnail(storage, body.thumbnail, (name) => replaceThumbnail(params.id, currentUser, name)),
  });

  app.route({
    ...calls.removeThumbnail,
    handler: async ({ params, currentUser }) => replaceThumbnail(params.id, currentUser, null),
  });
}
