import { contract } from "@manabiya/contract";
import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import type { StaffContext } from "../context.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { losesPicture } from "../../files/thumbnails/host-picture.ts";
import { markThumbnailReplaced, withThumbnail } from "../../files/thumbnails/store.ts";
import { createVideo } from "./create-video.ts";
import { editVideo, updateVideo } from "./edit-video.ts";
import { presentAdminVideo } from "./present.ts";
import { readVideo } from "./read-routes.ts";
import type { AdminVideoRow } from "./queries.ts";

interface Caller {
  currentUser: CurrentUser;
}

/** The calls that change a video. `read-routes.ts` has the others. */
export function adminVideoRoutes(context: StaffContext): void {
  const { app, catalogue, storage, fetchPicture, now } = context;
  const calls = contract.adminVideos;

  const present = async (video: AdminVideoRow) => presentAdminVideo(video, await catalogue.current(), now());

  app.route({
    ...calls.create,
    handler: async ({ body, currentUser }, reply) => {
      const { id } = await withThumbnail(storage, body.thumbnail, (thumbnail) =>
        createVideo(context, { body, currentUser, thumbnail }),
      );
      return reply.status(201).send(await readVideo(context, String(id), currentUser));
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
