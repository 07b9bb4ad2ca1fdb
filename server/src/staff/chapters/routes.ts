import { isDeepStrictEqual } from "node:util";
import { NewChapterBody } from "@manabiya/contract/staff/chapters.ts";
import { staff } from "@manabiya/contract/staff/staff.ts";
import { findAdminVideo, lockAdminVideo } from "../videos/queries.ts";
import type { AppContext } from "../../http/app-context.ts";
import { recordChange } from "../../audit/record.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import { changeCatalogue } from "../../catalogue/change.ts";
import type { Database } from "../../db/open.ts";
import { conflict, notFound, validationError } from "../../http/app-error.ts";
import { importChapters } from "./import.ts";
import {
  type ChapterRow,
  deleteChapter,
  insertChapters,
  listAdminChapters,
  lockChapter,
  presentChapter,
  sameness,
  updateChapter,
} from "./queries.ts";

export function adminChapterRoutes(parts: AppContext): void {
  const { app, db, now } = parts;
  const calls = staff.adminChapters;

  /** One change of a video's chapters; of two at once the later sees the former's. */
  const change = (
    { id }: { id: string },
    currentUser: CurrentUser,
    action: `chapter.${string}`,
    work: (tx: Database, videoId: number) => Promise<ChapterRow[]>,
  ): Promise<ChapterRow[]> =>
    changeCatalogue(parts, async (tx) => {
      const video = await lockAdminVideo(tx, { id, currentUser, now: now() });
      const result = await work(tx, video.id);
      for (const { id: chapterId, revision: _, ...chapter } of result) {
        const values = { video_id: video.id, ...chapter };
        const log = action === "chapter.delete" ? { before: values } : { after: values };
        await recordChange(tx, { by: currentUser.id, action, id: chapterId, ...log }, now());
      }
      return { result, videoIds: [video.id] };
    });

  app.route({
    ...calls.list,
    handler: async ({ params, currentUser }) => {
      const video = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
      return (await listAdminChapters(db, [video.id])).map(presentChapter);
    },
  });

  app.route({
    ...calls.create,
    handler: async ({ params, body, currentUser }, reply) => {
      const [chapter] = await change(params, currentUser, "chapter.create", (tx, videoId) =>
        insertChapters(tx, videoId, [body]),
      );
      return reply.status(201).send(presentChapter(existing(chapter)));
    },
  });

  app.route({
    ...calls.createAll,
    handler: async ({ params, body, currentUser }) => {
      const created = await change(params, currentUser, "chapter.create", async (tx, videoId) => {
        const known = new Set((await listAdminChapters(tx, [videoId])).map(sameness));
        const fresh = body.chapters.filter((chapter) => {
          const isNew = !known.has(sameness(chapter));
          known.add(sameness(chapter));
          return isNew;
        });
        return insertChapters(tx, videoId, fresh);
      });
      return { message: `チャプターを${created.length}件作成しました。`, created_count: created.length };
    },
  });

  app.route({
    ...calls.update,
    handler: async ({ params, body, currentUser }) => {
      const { title, description, time_seconds, revision } = body;
      let before: ChapterRow | undefined;
      const [changed] = await change(params, currentUser, "chapter.update", async (tx, videoId) => {
        before = existing((await lockChapter(tx, [videoId, params.chapter_id]))[0]);
        // One that is sent again, because its answer was lost, meets no conflict with itself.
        if (isDeepStrictEqual({ ...before, title, description, time_seconds }, before)) return [];
        checkRevision(before, revision);
        if (description !== before.description) checkDescription(description);
        return updateChapter(tx, [before.id, title, description, time_seconds]);
      });
      return presentChapter(existing(changed ?? before));
    },
  });

  app.route({
    ...calls.remove,
    handler: async ({ params, query, currentUser }) => {
      await change(params, currentUser, "chapter.delete", async (tx, videoId) => {
        const chapter = existing((await lockChapter(tx, [videoId, params.chapter_id]))[0]);
        checkRevision(chapter, query.revision);
        await deleteChapter(tx, [chapter.id]);
        return [chapter];
      });
      return { message: "チャプターを削除しました。" };
    },
  });

  app.route({
    ...calls.uploadCsv,
    handler: async ({ params, query, body, currentUser, socket }) =>
      importChapters(parts, {
        id: params.id,
        currentUser,
        file: body.file,
        isDryRun: query.dry_run,
        isGone: () => socket.destroyed,
      }),
  });
}

/** @throws 409 when the caller has seen another revision */
function checkRevision(chapter: ChapterRow, seen: number | undefined): void {
  if (seen !== undefined && seen !== chapter.revision) throw conflict(presentChapter(chapter));
}

/** @throws 400 when it says nothing, where the chapter said something before */
function checkDescription(description: string): void {
  const { success, error } = NewChapterBody.shape.description.safeParse(description);
  if (!success) throw validationError({ description: error.issues.map(({ message }) => message) });
}

/** @throws 404 */
function existing(chapter: ChapterRow | undefined): ChapterRow {
  if (!chapter) throw notFound("チャプター");
  return chapter;
}
