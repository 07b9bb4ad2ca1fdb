import { contract } from "@manabiya/contract";
import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { VIDEO_PART_MAX_BYTES, type VideoFile } from "@manabiya/contract/staff/video-files.ts";
import type { Database } from "../../db/open.ts";
import type { FilesContext } from "../context.ts";
import { AppError, notFound, storageUnavailable, validationError } from "../../errors/app-error.ts";
import { HEAD_BYTES, VIDEO_ENDINGS, videoEnding } from "./content-type.ts";
import { type Film, HEVC, inspectFilm } from "./inspect.ts";
import { deleteUpload, findUpload, insertUpload, lockUpload, lockUploadNow, updateUpload } from "./queries.ts";

/** Transactions that wait for the storage at a time: a slow bucket must not use up the pool's connections. */
const CONCURRENT_PARTS = 3;
const CONCURRENT_FINISHES = 2;
/** Milliseconds for a part. A busy machine still answers before the server closes a connection that waits for 10 s. */
const APPEND_TIMEOUT = 7_000;

interface VideoFilesContext extends FilesContext {
  canPrepareFilms: boolean;
  /** Lets a stored film be prepared in several qualities. */
  requestFilm: (tx: Database, film: string) => Promise<unknown>;
  /** @throws 429 for too many begun uploads of a member of staff */
  countUpload: (member: number) => Promise<unknown>;
}

export function videoFileRoutes(context: VideoFilesContext): void {
  const { app, db, storage, now, canPrepareFilms, requestFilm, countUpload } = context;
  const calls = contract.videoFiles;
  const at = () => new Date(now()).toISOString();
  const { incoming } = storage;
  const storing = pLimit(CONCURRENT_PARTS);
  const finishing = pLimit(CONCURRENT_FINISHES);

  // The schemas of all routes but `append` refuse bytes.
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );

  app.answer(calls.start, async ({ body, currentUser }, reply) => {
    await countUpload(currentUser.id);
    const [upload] = await insertUpload(db, [randomUUID(), body.size, at()]);
    return reply.status(201).send(existing(upload));
  });

  app.answer(calls.get, async ({ params }) => existing((await findUpload(db, [params.id]))[0]));

  app.route({
    ...calls.append,
    bodyLimit: VIDEO_PART_MAX_BYTES,
    handler: async ({ params, query, body }) => {
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw validationError({ body: ["動画のデータがありません。"] });
      }
      const signal = AbortSignal.timeout(APPEND_TIMEOUT);
      const append = async (tx: Database) => {
        const upload = existing((await lockUpload(tx, [params.id]))[0]);
        if (query.offset !== upload.received) {
          throw new AppError(
            409,
            "conflict",
            "アップロードの再開位置が一致しません。ページを再読み込みして、もう一度お試しください。",
            { current: upload },
          );
        }
        const received = upload.received + body.length;
        if (received > upload.size) throw validationError({ body: ["動画のデータが多すぎます。"] });
        await incoming.append(upload.id, body, upload.received, signal);
        return existing((await updateUpload(tx, [upload.id, received, at()]))[0]);
      };
      return storing(() => {
        if (signal.aborted) throw storageUnavailable(signal.reason);
        return db.transaction(append);
      });
    },
  });

  app.answer(calls.finish, async ({ params, log }) => {
    const finish = async (tx: Database) => {
      const [upload] = await lockUploadNow(tx, [params.id]);
      if (!upload) return finishedBefore(tx, params.id);
      const { id, size, received } = upload;
      if (received < size) throw validationError({ size: ["動画ファイルのアップロードがまだ完了していません。"] });
      const ending = videoEnding(await incoming.head(id, HEAD_BYTES));
      if (ending === null) throw validationError({ size: ["MP4またはWebMの動画ファイルを選択してください。"] });
      const video_id = `${id}.${ending}`;
      await deleteUpload(tx, [id]);
      await storage.finish("videos", video_id, id, size);
      const film = await inspectFilm(storage, video_id);
      if (film?.error) {
        await storage.remove("videos", video_id);
        throw validationError({ size: [errorText(film)] });
      }
      await requestFilm(tx, video_id);
      const isWarned = HEVC.test(film?.codec ?? "") && !canPrepareFilms;
      return { video_id, ...(isWarned && { warning: HEVC_TEXT }) };
    };
    const finished = await finishing(() => db.transaction(finish));
    // After the commit, so that a failed one can be repeated. A job deletes remaining parts a day later.
    await incoming.discard(params.id).catch((err: unknown) => log.warn({ err }, "an upload's parts were not removed"));
    return finished;
  });

  /** A bucket may store a large file for longer than the client waits; its retry gets 409 and later the result. */
  async function finishedBefore(tx: Database, id: string): Promise<{ video_id: string }> {
    if ((await findUpload(tx, [id])).length > 0)
      throw new AppError(409, "busy", "動画を保存しています。しばらくお待ちください。", { retryAfter: 2 });
    for (const ending of VIDEO_ENDINGS) {
      const video_id = `${id}.${ending}`;
      if (await storage.has("videos", video_id)) return { video_id };
    }
    throw noSuchUpload();
  }

  app.answer(calls.remove, async ({ params }) => {
    const { id } = existing((await findUpload(db, [params.id]))[0]);
    await deleteUpload(db, [id]);
    await incoming.discard(id);
    return { message: "アップロードを取り消しました。" };
  });
}

const HEVC_TEXT =
  "映像の形式がHEVC（H.265）のため、再生できない端末があります。H.264のMP4で書き出し直すことをおすすめします。";

function errorText({ error, codec }: Film): string {
  if (error === "no-index")
    return "動画ファイルに索引（moov）がないため、再生できません。書き出しや録画が途中で終わったようです。もう一度書き出してください。";
  if (error === "cut") return "動画ファイルが途中で切れています。もう一度書き出すか、コピーし直してください。";
  if (error === "no-picture") return "動画ファイルに映像がありません。音声だけのファイルは登録できません。";
  if (error === "codec")
    return `この映像の形式（${codec?.trim()}）は、ブラウザーで再生できません。H.264のMP4で書き出してください。`;
  return "MP4またはWebMの動画ファイルを選択してください。";
}

function existing(upload: VideoFile | undefined): VideoFile {
  if (!upload) throw noSuchUpload();
  return upload;
}

function noSuchUpload(): AppError {
  return notFound("アップロード");
}
