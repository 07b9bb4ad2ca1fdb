import { TRASH_DAYS } from "@manabiya/contract/admin-videos.ts";
import { bumpCatalogue } from "../catalogue/version.ts";
import { type Database, statement } from "../db/open.ts";
import { pictureOf, removeThumbnail } from "../thumbnails/store.ts";
import { deleteAbandoned } from "../video-files/queries.ts";
import { purgeVideos } from "../videos/purge.ts";
import type { MediaStorage } from "./storage.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Videos that are deleted at a time. */
const BATCH = 50;

/** Values: the instant before which it was deleted, how many. */
const selectExpired = statement<{ id: number; thumbnail: string | null; host: string; video_id: string }>(
  "media.expired",
  `select id, thumbnail, host, video_id from videos
    where deleted_at < $1 order by id limit $2 for update skip locked`,
);

/** Values: names of pictures. */
const selectShown = statement<{ name: string }>(
  "media.shown",
  `select thumbnail as name from videos where thumbnail = any ($1::text[])`,
);

/** Values: names of files. */
const selectUsed = statement<{ name: string }>(
  "media.used",
  `select video_id as name from videos where host = 'file' and video_id = any ($1::text[])`,
);

/** Values: ids of uploads. */
const selectUploads = statement<{ id: string }>(
  "media.uploads",
  `select id from video_uploads where id = any ($1::uuid[])`,
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Empties the trash of what nobody can restore any more, with its files, and throws away uploads that nobody went on
 * with, stored videos that no video names, and pictures that none has shown for a day. Files go after the commit: a
 * crash in between leaves one for the next run.
 */
export async function tidyMedia(db: Database, storage: MediaStorage, now: number): Promise<void> {
  const expiry = new Date(now - TRASH_DAYS * DAY).toISOString();
  for (;;) {
    const gone = await db.transaction(async (tx) => {
      const expired = await selectExpired(tx, [expiry, BATCH]);
      if (expired.length === 0) return expired;
      await purgeVideos(tx, [expired.map(({ id }) => id)]);
      await bumpCatalogue(tx);
      return expired;
    });
    for (const { thumbnail, host, video_id } of gone) {
      await removeThumbnail(storage, thumbnail);
      if (host === "file") await storage.remove("videos", video_id);
    }
    if (gone.length < BATCH) break;
  }
  const yesterday = new Date(now - DAY).toISOString();
  for (const { id } of await deleteAbandoned(db, [yesterday])) {
    await storage.incoming.discard(id);
  }
  await tidyIncoming(db, storage, now);
  const old = (await storage.list("videos")).filter(({ changed }) => changed < Date.parse(expiry));
  const used = new Set((await selectUsed(db, [old.map(({ name }) => name)])).map(({ name }) => name));
  for (const { name } of old) if (!used.has(name)) await storage.remove("videos", name);
  await tidyThumbnails(db, storage, now);
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

/** Those that were replaced, and those that a crash left before a video named them. */
async function tidyThumbnails(db: Database, storage: MediaStorage, now: number): Promise<void> {
  const old = (await storage.list("thumbnails")).flatMap(({ name, changed }) => {
    const picture = changed < now - DAY ? pictureOf(name) : null;
    return picture === null ? [] : [picture];
  });
  const shown = new Set((await selectShown(db, [old])).map(({ name }) => name));
  for (const picture of new Set(old)) if (!shown.has(picture)) await removeThumbnail(storage, picture);
}
