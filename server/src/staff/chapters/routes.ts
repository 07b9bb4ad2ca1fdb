import { contract } from "@manabiya/contract";
import { NewChapterBody } from "@manabiya/contract/staff/chapters.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { validationError } from "../../errors/app-error.ts";
import { checkInFilm } from "./in-film.ts";
import {
  createRecord,
  createRecords,
  deleteRecord,
  editRecord,
  type RecordTarget,
  writeFields,
} from "../edit-record.ts";
import { findAdminVideo, lockAdminVideo } from "../videos/queries.ts";
import { importChapters } from "./import.ts";
import * as queries from "./queries.ts";

type Insert = (tx: Database, video: { id: number; duration: number | null }) => Promise<queries.ChapterRow[]>;

export function adminChapterRoutes(context: StaffContext): void {
  const { app, db, now } = context;
  const calls = contract.adminChapters;

  /** Concurrent changes of a video's chapters wait for each other, because each locks the video. */
  const lockVideo = (tx: Database, id: string, currentUser: CurrentUser) =>
    lockAdminVideo(tx, { id, currentUser, now: now() });

  const creation = (id: string, currentUser: CurrentUser, insert: Insert) => ({
    audit: { by: currentUser.id, action: "chapter.create" } as const,
    insert: async (tx: Database) => insert(tx, await lockVideo(tx, id, currentUser)),
    logged: queries.loggedChapter,
    findVideos,
  });

  const target = (
    { id, chapter_id }: { id: string; chapter_id: number },
    currentUser: CurrentUser,
  ): RecordTarget<queries.ChapterRow> => ({
    label: "チャプター",
    lock: async (tx) => {
      const video = await lockVideo(tx, id, currentUser);
      return queries.lockChapter(tx, [video.id, chapter_id]);
    },
    present: queries.presentChapter,
    findVideos,
  });

  app.answer(calls.list, async ({ params, currentUser }) => {
    const video = await findAdminVideo(db, { id: params.id, currentUser, now: now() });
    return (await queries.listAdminChapters(db, [video.id])).map(queries.presentChapter);
  });

  app.answer(calls.create, async ({ params, body, currentUser }, reply) => {
    const insert: Insert = (tx, video) => {
      checkInFilm([body], video.duration);
      return queries.insertChapters(tx, video.id, [body]);
    };
    const chapter = await createRecord(context, creation(params.id, currentUser, insert));
    return reply.status(201).send(queries.presentChapter(chapter));
  });

  app.answer(calls.createAll, async ({ params, body, currentUser }) => {
    const insert: Insert = async (tx, video) => {
      checkInFilm(body.chapters, video.duration);
      const known = new Set((await queries.listAdminChapters(tx, [video.id])).map(queries.chapterKey));
      const drafts = body.chapters.filter((draft) => {
        const isNew = !known.has(queries.chapterKey(draft));
        known.add(queries.chapterKey(draft));
        return isNew;
      });
      return queries.insertChapters(tx, video.id, drafts);
    };
    const { length } = await createRecords(context, creation(params.id, currentUser, insert));
    return { message: `チャプターを${length}件作成しました。`, created_count: length };
  });

  app.answer(calls.update, async ({ params, body, currentUser }) => {
    const { title, description, time_seconds, revision } = body;
    const { after } = await editRecord(context, {
      ...target(params, currentUser),
      audit: { by: currentUser.id, action: "chapter.update" },
      revision,
      desired: ({ video_id }) => ({ video_id, title, description, time_seconds }),
      write: async (tx, chapter) => {
        if (description !== chapter.description) checkDescription(description);
        if (time_seconds !== chapter.time_seconds) {
          checkInFilm([body], (await lockVideo(tx, params.id, currentUser)).duration);
        }
        await writeFields(tx, "chapter", [{ id: chapter.id, fields: { title, description, time_seconds } }]);
        return queries.lockChapter(tx, [chapter.video_id, chapter.id]);
      },
      logged: ({ after }) => ({ after }),
    });
    return queries.presentChapter(after);
  });

  app.answer(calls.remove, async ({ params, query, currentUser }) => {
    await deleteRecord(context, {
      ...target(params, currentUser),
      audit: { by: currentUser.id, action: "chapter.delete" },
      revision: query.revision,
      logged: queries.loggedChapter,
    });
    return { message: "チャプターを削除しました。" };
  });

  app.answer(calls.uploadCsv, async ({ params, query, body, currentUser, socket }) =>
    importChapters(context, {
      id: params.id,
      currentUser,
      file: body.file,
      isDryRun: query.dry_run,
      isGone: () => socket.destroyed,
    }),
  );
}

const findVideos = (_: Database, { video_id }: queries.ChapterRow) => [video_id];

/** @throws 400 when an edit empties the description */
function checkDescription(description: string): void {
  const { success, error } = NewChapterBody.shape.description.safeParse(description);
  if (!success) throw validationError({ description: error.issues.map(({ message }) => message) });
}
