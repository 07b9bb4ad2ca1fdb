import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import { bumpCatalogue } from "../../catalogue/cache/version.ts";
import type { Database } from "../../db/open.ts";
import { int, notNull, nullable, text, uuid } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { FailureCollector } from "../../jobs/failure-collector.ts";
import { pictureOf, removeThumbnail } from "../thumbnails/store.ts";
import { deleteAbandoned } from "../video-files/queries.ts";
import { purgeVideos } from "../../catalogue/videos/purge.ts";
import type { MediaStorage } from "./storage.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds: a video goes from the lists of all members who kept it, which may be hundreds of thousands. */
const PURGE_TIMEOUT = 60_000;

/** Values: the instant before which it was deleted. */
const listExpired = statement(
  "media.expired",
  { id: int },
  `select id from videos where deleted_at < $1 order by id`,
);

/** No row when it was restored, is gone, or somebody else has it. Values: id, the same instant. */
const takeExpired = statement(
  "media.take-expired",
  { thumbnail: nullable(text), host: text, video_id: text },
  `select thumbnail, host, video_id from videos
    where id = $1 and deleted_at < $2 for update skip locked`,
);

/** Values: names of pictures. */
const selectShown = statement(
  "media.shown",
  { name: notNull(text) },
  `select thumbnail as name from videos where thumbnail = any ($1::text[])`,
);

/** Values: names of files. */
const selectUsed = statement(
  "media.used",
  { name: text },
  `select video_id as name from videos where host = 'file' and video_id = any ($1::text[])`,
);

/** Values: ids of uploads. */
const selectUploads = statement(
  "media.uploads",
  { id: uuid },
  `select id from video_uploads where id = any ($1::uuid[])`,
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Empties the trash of what nobody can restore any more, with its files, and throws away uploads that nobody went on
 * with, stored videos that no video names, and pictures that none has shown for a day. Files go after the commit: a
 * crash in between leaves one for the next run.
 * @throws at the end, when something could not be thrown away, or was not because `signal` said so
 */
export async function deleteExpiredFiles(
  db: Database,
  storage: MediaStorage,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const pass = new FailureCollector(signal);
  const expiry = new Date(now - TRASH_DAYS * DAY).toISOString();
  for (const { id } of await listExpired(db, [expiry])) {
    await pass.try(() => purgeExpired(db, storage, id, expiry));
  }
  await pass.try(() => tidyUploads(db, storage, now));
  await pass.try(() => tidyIncoming(db, storage, now));
  await pass.try(() => tidyVideos(db, storage, expiry));
  await pass.try(() => tidyThumbnails(db, storage, now));
  pass.end();
}

async function purgeExpired(db: Database, storage: MediaStorage, id: number, expiry: string): Promise<void> {
  const gone = await db.transaction(async (tx) => {
    await tx.query({ text: `set local statement_timeout = ${PURGE_TIMEOUT}` });
    const [expired] = await takeExpired(tx, [id, expiry]);
    if (!expired) return null;
    await purgeVideos(tx, [[id]]);
    await bumpCatalogue(tx);
    return expired;
  });
  if (gone === null) return;
  await removeThumbnail(storage, gone.thumbnail);
  if (gone.host === "file") await storage.remove("videos", gone.video_id);
}

async function tidyUploads(db: Database, storage: MediaStorage, now: number): Promise<void> {
  const yesterday = new Date(now - DAY).toISOString();
  for (const { id } of await deleteAbandoned(db, [yesterday])) await storage.incoming.discard(id);
}

/** What a crash, a full disk or a bucket that was away left there, and no upload knows. */
async function tidyIncoming(db: Database, storage: MediaStorage, now: number): Promise<void> {
  const old = (await storage.incoming.list()).filter(
    ({ id, changed }) => changed < now - DAY && UUID.test(id),
  );
  const known = await selectUploads(db, [old.map(({ id }) => id)]);
  const kept = new Set(known.map(({ id }) => id));
  for (const { id } of old) if (!kept.has(id)) await storage.incoming.discard(id);
}

/** Those that no video has named for as long as a deleted one stays. */
async function tidyVideos(db: Database, storage: MediaStorage, expiry: string): Promise<void> {
  const old = (await storage.list("videos")).filter(({ changed }) => changed < Date.parse(expiry));
  const used = new Set((await selectUsed(db, [old.map(({ name }) => name)])).map(({ name }) => name));
  for (const { name } of old) if (!used.has(name)) await storage.remove("videos", name);
}

/** Those that were replaced, and those that a crash left before a video named them. */
async function tidyThumbnails(db: Database, storage: MediaStorage, now: number): Promise<void> {
  const old = (await storage.list("thumbnails")).flatMap(({ name, changed }) => {
    const picture = changed < now - DAY ? pictureOf(name) : null;
    return picture === null ? [] : [picture];
  });
  const shown = new Set((await selectShown(db, [old])).map(({ name }) => name));
  for (const picture of new Set(old)) if (!shown.has(picture)) await removeThumbnail(storage, picture);
}
