import { randomUUID } from "node:crypto";
import { bumpCatalogue } from "../../src/catalogue/cache/version.ts";
import type { Database } from "../../src/db/open.ts";
import { insertRow, insertRows } from "../../src/db/insert-rows.ts";
import { searchTextOf } from "../../src/catalogue/captions/search-text.ts";
import { indexVideos } from "../../src/catalogue/search/index-videos.ts";
import type { Clock } from "./clock.ts";

let count = 0;

export interface UserRow {
  id: number;
  username: string;
  email: string;
  email_verified_at: string | null;
  password_hash: string;
  subscription_plan: "monthly" | "yearly" | "none";
  subscription_status: "active" | "inactive" | "canceled" | "trial";
  subscription_end_date: string | null;
  cancel_at_period_end: boolean;
  access_granted_until: string | null;
  is_staff: boolean;
  is_superuser: boolean;
  may_see_members: boolean;
  may_see_money: boolean;
  must_have_second_factor: boolean;
  created_at: string;
  suspended_at: string | null;
  closed_at: string | null;
}

// Each call inserts a row. Pass the values that matter to the test; the others are plausible.

export async function createUser(db: Database, clock: Clock, given: Partial<UserRow> = {}): Promise<UserRow> {
  count++;
  const values = {
    username: `会員${count}`,
    email: `member-${count}@example.com`,
    password_hash: "no password fits",
    subscription_status: "active",
    subscription_plan: "monthly",
    created_at: clock.daysAgo(60),
    ...given,
  };
  return (await insertRow(db, "users", values)) as UserRow;
}

/** @returns the session's id */
export async function createSession(db: Database, userId: number, clock: Clock): Promise<string> {
  const id = randomUUID();
  const at = new Date(clock.now()).toISOString();
  await insertRow(db, "sessions", {
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

export async function createVideo(db: Database, clock: Clock, given: object = {}) {
  count++;
  const published_at = clock.daysAgo(3);
  const values = {
    video_id: `external-id-${count}`,
    title: `動画${count}`,
    duration: 600,
    created_at: published_at,
    published_at,
    ...given,
  };
  const video = await insertRow(db, "videos", values);
  await indexVideos(db, [video.id]);
  await bumpCatalogue(db);
  return video;
}

export async function createChapter(
  db: Database,
  given: { video_id: number; title?: string; description?: string; time_seconds?: number },
) {
  const values = { title: "はじめに", time_seconds: 0, ...given };
  const chapter = await insertRow(db, "chapters", values);
  await indexVideos(db, [chapter.video_id]);
  return chapter;
}

/** Captions of one line per text, five seconds each. */
export async function createCaptions(db: Database, video_id: number, texts: string[], published = true) {
  await insertRow(db, "captions", { video_id, published, updated_at: "2026-11-20T03:00:00.000Z" });
  const lines = texts.map((text, position) => ({
    ...{ video_id, position, text, search_text: searchTextOf(text) },
    ...{ starts_ms: position * 5_000, ends_ms: position * 5_000 + 4_500 },
  }));
  await insertRows(db, "caption_lines", lines);
  await indexVideos(db, [video_id]);
  await bumpCatalogue(db);
}

export async function createCategory(db: Database, name: string, parent: number | null = null) {
  const row = await insertRow(db, "categories", { name, parent });
  await bumpCatalogue(db);
  return row;
}

export async function createTag(db: Database, name: string) {
  const row = await insertRow(db, "tags", { name });
  await bumpCatalogue(db);
  return row;
}

export async function createPlaylist(db: Database, clock: Clock, title: string, videoIds: number[]) {
  const values = { title, description: "まとめ", created_at: clock.daysAgo(1) };
  const playlist = await insertRow(db, "playlists", values);
  const entries = videoIds.map((video_id, index) => ({ playlist_id: playlist.id, video_id, place: index }));
  await insertRows(db, "playlist_videos", entries);
  await bumpCatalogue(db);
  return playlist;
}

export async function createNotice(db: Database, clock: Clock, given: object = {}) {
  const values = {
    notice_category: "information",
    notice_title: "お知らせ",
    notice_content: "本文",
    created_at: clock.daysAgo(1),
    published_at: clock.daysAgo(1),
    ...given,
  };
  return insertRow(db, "notices", values);
}
