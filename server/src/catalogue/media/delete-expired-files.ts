import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import { bumpCatalogue } from "../cache/version.ts";
import type { Database } from "../../db/open.ts";
import { int, notNull, nullable, text, uuid } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { FailureCollector } from "../../jobs/failure-collector.ts";
import { pictureOf, removeThumbnail } from "../../files/thumbnails/store.ts";
import { deleteAbandoned } from "../../files/video-files/queries.ts";
import { purgeVideos } from "../videos/purge.ts";
import { deleteFilm, deleteUnusedFilms, listFilmFiles, repeatFilms } from "../films/queries.ts";
import type { MediaStorage } from "../../files/storage/storage.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds: a purge deletes the video from possibly hundreds of thousands of lists. */
const PURGE_TIMEOUT = 60_000;

/** Values: the instant before which they were moved to the trash. */
const listExpired = statement("media.expired", { id: int })`select id from videos where deleted_at < $1 order by id`;

/** No row when the video was restored or purged, or another transaction has locked it. Values: id, the same instant. */
const lockExpired = statement("media.lock-expired", { thumbnail: nullable(text), host: text, video_id: text })`
  select thumbnail, host, video_id from videos
   where id = $1 and deleted_at < $2 for update skip locked`;

/** Values: names of pictures. */
const selectReferenced = statement("media.shown", { name: notNull(text) })`
  select thumbnail as name from videos where thumbnail = any ($1::text[])`;

/** Values: names of files. */
const selectUsed = statement("media.used", { name: text })`
  select video_id as name from videos v
   where host = 'file' and video_id = any ($1::text[])
     and not exists (select from film_preparations p where p.film = v.video_id and not p.has_original)
  union all select name from film_files where name = any ($1::text[])`;

/** Values: ids of uploads. */
const selectUploads = statement("media.uploads", { id: uuid })`
  select id from video_uploads where id = any ($1::uuid[])`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Purges videos whose time in the trash is over, abandoned uploads, and files that no row references. Files are deleted
 * after the commit; a later run deletes those that a crash leaves behind.
 * @throws at the end, when an item failed or `signal` was aborted
 */
export async function deleteExpiredFiles(
  db: Database,
  storage: MediaStorage,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const failures = new FailureCollector(signal);
  const expiry = new Date(now - TRASH_DAYS * DAY).toISOString();
  for (const { id } of await listExpired(db, [expiry])) {
    await failures.try(() => purgeExpired(db, storage, id, expiry));
  }
  await failures.try(() => deleteAbandonedParts(db, storage, now));
  await failures.try(() => deleteUnusedFilms(db, [new Date(now).toISOString(), expiry]));
  await failures.try(() => deleteOrphanedVideos(db, storage, expiry));
  await failures.try(() => deleteOrphanedThumbnails(db, storage, expiry));
  failures.end();
}

async function purgeExpired(db: Database, storage: MediaStorage, id: number, expiry: string): Promise<void> {
  const purged = await db.transaction(async (tx) => {
    await tx.allowTime(PURGE_TIMEOUT);
    const [expired] = await lockExpired(tx, [id, expiry]);
    if (!expired) return null;
    await purgeVideos(tx, [[id]]);
    await bumpCatalogue(tx);
    return expired;
  });
  if (purged === null) return;
  // Another video may show the same picture.
  const isShown = (await selectReferenced(db, [[purged.thumbnail]])).length > 0;
  if (!isShown) await removeThumbnail(storage, purged.thumbnail);
  if (purged.host !== "file") return;
  const prepared = await deleteFilm(db, [purged.video_id]);
  for (const { name } of [{ name: purged.video_id }, ...prepared]) await storage.remove("videos", name);
}

/** A crash, a full disk or an unreachable bucket can leave parts without an upload, too. */
async function deleteAbandonedParts(db: Database, storage: MediaStorage, now: number): Promise<void> {
  await deleteAbandoned(db, [new Date(now - DAY).toISOString()]);
  const old = (await storage.incoming.list()).filter(({ id, changed }) => changed < now - DAY && UUID.test(id));
  const known = await selectUploads(db, [old.map(({ id }) => id)]);
  const uploads = new Set(known.map(({ id }) => id));
  for (const { id } of old) if (!uploads.has(id)) await storage.incoming.discard(id);
}

/** Keeps each file for as long as a video stays in the trash. */
async function deleteOrphanedVideos(db: Database, storage: MediaStorage, expiry: string): Promise<void> {
  const stored = await storage.list("videos");
  await repeatIncomplete(db, new Set(stored.map(({ name }) => name)));
  const old = stored.filter(({ changed }) => changed < Date.parse(expiry));
  const used = new Set((await selectUsed(db, [old.map(({ name }) => name)])).map(({ name }) => name));
  for (const { name } of old) if (!used.has(name)) await storage.remove("videos", name);
}

/** A backup may leave out what can be made again. Without its original a film stays as it is: the whole storage may be away. */
async function repeatIncomplete(db: Database, stored: ReadonlySet<string>): Promise<void> {
  const lost = (await listFilmFiles(db, [])).filter(({ name, film }) => !stored.has(name) && stored.has(film));
  if (lost.length === 0) return;
  await db.transaction(async (tx) => {
    await repeatFilms(tx, [lost.map(({ name }) => name)]);
    await bumpCatalogue(tx);
  });
}

/** Replaced pictures, which taking a change back shows again, and those that a crash left before a video referenced them. */
async function deleteOrphanedThumbnails(db: Database, storage: MediaStorage, expiry: string): Promise<void> {
  const old = (await storage.list("thumbnails")).flatMap(({ name, changed }) => {
    const picture = changed < Date.parse(expiry) ? pictureOf(name) : null;
    return picture === null ? [] : [picture];
  });
  const referenced = new Set((await selectReferenced(db, [old])).map(({ name }) => name));
  for (const picture of new Set(old)) if (!referenced.has(picture)) await removeThumbnail(storage, picture);
}
