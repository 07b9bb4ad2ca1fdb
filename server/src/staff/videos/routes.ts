import { contract } from "@manabiya/contract";
import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import { PAGE_SIZE } from "@manabiya/contract/paging.ts";
import type { StaffContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { findCheckedVideo, recordCheck } from "../../catalogue/playback/queries.ts";
import { paginate } from "../../http/paging.ts";
import { losesPicture } from "../../files/thumbnails/host-picture.ts";
import { markThumbnailReplaced, withThumbnail } from "../../files/thumbnails/store.ts";
import { createVideo } from "./create-video.ts";
import { editVideo, updateVideo } from "./edit-video.ts";
import { presentAdminVideo } from "./present.ts";
import {
  type AdminVideoRow,
  countEffects,
  findAdminVideo,
  listAdminVideos,
  listPlaylistsOf,
  readAdminVideoPage,
} from "./queries.ts";

interface Caller {
  currentUser: CurrentUser;
}

export function adminVideoRoutes(context: StaffContext): void {
  const { app, db, catalogue, media, storage, askPlayback, fetchPicture, now } = context;
  const calls = contract.adminVideos;

  const present = async (video: AdminVideoRow) => presentAdminVideo(video, await catalogue.current(), now());

  const read = async (id: string, currentUser: CurrentUser) =>
    present(await findAdminVideo(db, { id, currentUser, now: now(), inTrash: true }));

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
      const { count, rows } = await readAdminVideoPage(db, { ...choice, limit: PAGE_SIZE, offset, at });
      const results = rows.map((video) => presentAdminVideo(video, snapshot, now()));
      return paginate(url, { page, size: PAGE_SIZE, count, results });
    },
  });

  app.route({ ...calls.get, handler: async ({ params, currentUser }) => read(params.id, currentUser) });

  app.route({
    ...calls.create,
    handler: async ({ body, currentUser }, reply) => {
      const { id } = await withThumbnail(storage, body.thumbnail, (thumbnail) =>
        createVideo(context, { body, currentUser, thumbnail }),
      );
      return reply.status(201).send(await read(String(id), currentUser));
    },
  });

  app.route({
    ...calls.update,
    handler: async ({ params, body, currentUser }) => {
      const { before, after } = await updateVideo(context, { id: params.id, currentUser, body });
      // The file stays for a while, in case the host was changed by mistake.
      if (before.host === "file" && before.video_id !== after.video_id) {
        await storage.touch("videos", before.video_id);
      }
      if (before.thumbnail !== after.thumbnail) await markThumbnailReplaced(storage, before.thumbnail);
      if (after.thumbnail !== null || !losesPicture(before, after.host)) return present(after);
      return present(await keepOldPicture({ before, after, currentUser }).catch(() => after));
    },
  });

  /** Gives a video the picture that it had at YouTube. The change of its host is done whether this succeeds or not. */
  async function keepOldPicture({ before, after, currentUser }: Record<"before" | "after", AdminVideoRow> & Caller) {
    const picture = await fetchPicture(before.video_id);
    if (picture === null) return after;
    const target = { id: String(after.id), currentUser, action: "video.thumbnail" } as const;
    const edit = (name: string | null) =>
      editVideo(context, { ...target, desired: ({ thumbnail }) => ({ thumbnail: thumbnail ?? name }) });
    return (await withThumbnail(storage, picture, edit)).after;
  }

  app.route({
    ...calls.remove,
    handler: async ({ params, query: { revision }, currentUser }) => {
      const deleted_at = new Date(now()).toISOString();
      const target = { id: params.id, currentUser, revision, action: "video.delete" } as const;
      await editVideo(context, { ...target, desired: () => ({ deleted_at }) });
      return { message: `動画を削除しました。${TRASH_DAYS}日以内はゴミ箱から元に戻せます。` };
    },
  });

  app.route({
    ...calls.restore,
    handler: async ({ params, currentUser }) => {
      const target = { id: params.id, currentUser, inTrash: true, action: "video.restore" } as const;
      const { after } = await editVideo(context, { ...target, desired: () => ({ deleted_at: null }) });
      return present(after);
    },
  });

  app.route({
    ...calls.check,
    handler: async ({ params, currentUser }) => {
      const { id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
      const [video] = await findCheckedVideo(db, [id]);
      const answer = video ? await askPlayback(video) : null;
      const isAnswered = typeof answer === "string";
      if (video && isAnswered) await recordCheck(db, { video, state: answer, isClear: true, now: now() });
      return { is_answered: isAnswered, video: await read(String(id), currentUser) };
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
    ...calls.source,
    handler: async ({ params, currentUser }) => {
      const { host, video_id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
      return { source_url: host === "file" ? await media.sign(video_id, currentUser.session_id, now()) : null };
    },
  });

  app.route({
    ...calls.playlists,
    handler: async ({ params, currentUser }) => {
      const { id } = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
      return listPlaylistsOf(db, [id]);
    },
  });

  app.route({
    ...calls.describe,
    handler: async ({ params, body, currentUser }) => {
      const { description, revision } = body;
      const target = { id: params.id, currentUser, revision, action: "video.describe" } as const;
      const { after } = await editVideo(context, { ...target, desired: () => ({ description }) });
      return { ...(await present(after)), message: "概要文を更新しました。" };
    },
  });

  app.route({
    ...calls.setOpening,
    handler: async ({ params, body: { is_open }, currentUser }) => {
      const action = is_open ? "video.open" : "video.close";
      const { after } = await editVideo(context, {
        ...{ id: params.id, currentUser, action },
        desired: ({ opened_at }) => ({ opened_at: is_open ? (opened_at ?? new Date(now()).toISOString()) : null }),
      });
      // Pages for visitors show the picture from an address of this service.
      if (!is_open || !losesPicture(after, "file")) return present(after);
      return present(await keepOldPicture({ before: after, after, currentUser }).catch(() => after));
    },
  });

  const replaceThumbnail = async (id: string, currentUser: CurrentUser, thumbnail: string | null) => {
    const target = { id, currentUser, action: "video.thumbnail" } as const;
    const { before, after } = await editVideo(context, { ...target, desired: () => ({ thumbnail }) });
    await markThumbnailReplaced(storage, before.thumbnail);
    return present(after);
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
