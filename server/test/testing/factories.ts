import { randomUUID } from "node:crypto";
import { bumpCatalogue } from "../../src/catalogue/cache/version.ts";
import type { Database } from "../../src/db/open.ts";
import * as schema from "../../src/db/schema.ts";
import { indexVideos } from "../../src/catalogue/search/index-videos.ts";
import type { Clock } from "./clock.ts";

let made = 0;

/** Each call makes a row; pass what matters to the test, the rest is plausible. */
export async function createUser(
  db: Database,
  clock: Clock,
  given: Partial<typeof schema.users.$inferInsert> = {},
) {
  made++;
  const values = {
    username: `会員${made}`,
    email: `member-${made}@example.com`,
    password_hash: "no password fits",
    subscription_status: "active" as const,
    subscription_plan: "monthly" as const,
    created_at: clock.daysAgo(60),
    ...given,
  };
  return first(await db.orm.insert(schema.users).values(values).returning());
}

/** @returns the session's id */
export async function createSession(db: Database, userId: number, clock: Clock): Promise<string> {
  const id = randomUUID();
  const at = new Date(clock.now()).toISOString();
  await db.orm.insert(schema.sessions).values({
    id,
    user_id: userId,
    rotates: true,
    rotated_at: at,
    created_at: at,
    last_used_at: at,
    expires_at: clock.daysAgo(-30),
    address: "127.0.0.1",
    user_agent: "test",
  });
  return id;
}

export async function createVideo(
  db: Database,
  clock: Clock,
  given: Partial<typeof schema.videos.$inferInsert> = {},
) {
  made++;
  const published_at = clock.daysAgo(3);
  const values = {
    video_id: `external-id-${made}`,
    title: `動画${made}`,
    duration: 600,
    created_at: published_at,
    published_at,
    ...given,
  };
  const video = first(await db.orm.insert(schema.videos).values(values).returning());
  await indexVideos(db, [video.id]);
  await bumpCatalogue(db);
  return video;
}

export async function createChapter(
  db: Database,
  given: Pick<typeof schema.chapters.$inferInsert, "video_id"> & Partial<typeof schema.chapters.$inferInsert>,
) {
  const values = { title: "はじめに", time_seconds: 0, ...given };
  const chapter = first(await db.orm.insert(schema.chapters).values(values).returning());
  await indexVideos(db, [chapter.video_id]);
  return chapter;
}

export async function createCategory(db: Database, name: string, parent: number | null = null) {
  const rows = await db.orm.insert(schema.categories).values({ name, parent }).returning();
  await bumpCatalogue(db);
  return first(rows);
}

export async function createTag(db: Database, name: string) {
  const rows = await db.orm.insert(schema.tags).values({ name }).returning();
  await bumpCatalogue(db);
  return first(rows);
}

export async function createPlaylist(db: Database, clock: Clock, title: string, videoIds: number[]) {
  const values = { title, description: "まとめ", created_at: clock.daysAgo(1) };
  const playlist = first(await db.orm.insert(schema.playlists).values(values).returning());
  const entries = videoIds.map((video_id, place) => ({ playlist_id: playlist.id, video_id, place }));
  if (entries.length > 0) await db.orm.insert(schema.playlist_videos).values(entries);
  await bumpCatalogue(db);
  return playlist;
}

export async function createNotice(
  db: Database,
  clock: Clock,
  given: Partial<typeof schema.notices.$inferInsert> = {},
) {
  const values = {
    notice_category: "information" as const,
    notice_title: "お知らせ",
    notice_content: "本文",
    created_at: clock.daysAgo(1),
    published_at: clock.daysAgo(1),
    ...given,
  };
  return first(await db.orm.insert(schema.notices).values(values).returning());
}

function first<T>(rows: (T | undefined)[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("nothing was inserted");
  return row;
}
