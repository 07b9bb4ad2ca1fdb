import { bumpCatalogue } from "../../../src/catalogue/cache/version.ts";
import { indexMissing } from "../../../src/catalogue/search/index-videos.ts";
import { insertRow, insertRows, type NewRow } from "../../../src/db/insert-rows.ts";
import { createUser } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** The texts and numbers that a kind of user may not see. Everything else in a world is the same. */
export interface Hidden {
  /** Words of descriptions and chapters, which only users with access read. */
  paid: readonly string[];
  /** Words of drafts, scheduled and deleted records, and of other members' data, which no member reads. */
  withheld: readonly string[];
  /** Selects numbers and times. */
  seed: number;
}

const PUBLISHED = 45;
const WITHHELD = 6;

/** Ids are the same in all worlds. */
export interface World {
  published: number[];
  withheld: number[];
  playlist: number;
  notices: number[];
  /** A member with entries in every list, also of withheld videos. */
  memberWithLists(given: Partial<NewRow<"users">>): Promise<number>;
}

/** Fills the database. Two worlds with the same `paid` texts differ only in what no member may see. */
export async function createWorld({ db, clock }: TestApp, { paid, withheld, seed }: Hidden): Promise<World> {
  const paidText = (index: number) => paid[index % paid.length] ?? "";
  const withheldText = (index: number) => withheld[index % withheld.length] ?? "";

  const parent = await insertRow(db, "categories", { name: "集客" });
  const child = await insertRow(db, "categories", { name: "広告運用", parent: parent.id });
  const other = await insertRow(db, "categories", { name: "開発" });
  const tags = await insertRows(db, "tags", [{ name: "入門" }, { name: "見出し" }]);
  const categories = [[parent.id], [child.id], [other.id, child.id], []];

  const videos = await insertRows(
    db,
    "videos",
    Array.from({ length: PUBLISHED }, (_, index): NewRow<"videos"> => {
      const at = clock.daysAgo(index + 1);
      return {
        title: `はじめての文章 ${index}`,
        duration: 60 + index,
        view_count: index,
        category_ids: categories[index % 4] ?? [],
        tag_ids: tags.slice(0, index % 3).map(({ id }) => id),
        created_at: at,
        published_at: at,
        host: (index + paid.length) % 2 === 0 ? "youtube" : "vimeo",
        video_id: `${paidText(0)}-${index}`,
        host_hash: index % 2 === 0 ? null : "abcdef1234",
        description: `${paidText(index)}を学びます。${paidText(index + 1)}`,
      };
    }),
  );
  await insertRows(
    db,
    "chapters",
    videos.flatMap((video, index) =>
      Array.from({ length: (index + paid.length) % 4 }, (_, chapter) => ({
        video_id: video.id,
        title: `${paidText(index + chapter)}の章`,
        description: paidText(chapter),
        time_seconds: chapter * (10 + paid.length),
      })),
    ),
  );

  const hiddenVideo = (index: number): NewRow<"videos"> => ({
    title: `${withheldText(index)}の下書き`,
    video_id: `${withheldText(0)}-${index}`,
    description: withheldText(index + 1),
    thumbnail: `${withheldText(index)}-picture`,
    duration: 100 + seed,
    view_count: seed * 1000,
    category_ids: categories[seed % 2 === 0 ? 0 : 2] ?? [],
    tag_ids: tags.slice(0, (index + seed) % 3).map(({ id }) => id),
    created_at: clock.daysAgo(2),
    published_at: [null, clock.daysAgo(-index - seed), clock.daysAgo(seed)][index % 3] ?? null,
    deleted_at: index % 3 === 2 ? clock.daysAgo(seed / 2) : null,
  });
  const hidden = await insertRows(
    db,
    "videos",
    Array.from({ length: WITHHELD }, (_, index) => hiddenVideo(index)),
  );

  const playlist = await insertRow(db, "playlists", {
    title: "まとめ",
    description: "見える説明",
    created_at: clock.daysAgo(1),
  });
  const inPlaylist = [...hidden.slice(0, 1 + (seed % 3)), ...videos.slice(0, 4), ...hidden.slice(4)];
  await insertRows(
    db,
    "playlist_videos",
    videos.slice(0, 4).map((video, index) => ({ playlist_id: playlist.id, video_id: video.id, place: index + 10 })),
  );
  await insertRows(
    db,
    "playlist_videos",
    inPlaylist
      .filter((video) => hidden.includes(video))
      .map((video, index) => ({ playlist_id: playlist.id, video_id: video.id, place: index * 6 })),
  );

  const published_at = [clock.daysAgo(3), clock.daysAgo(2), null, clock.daysAgo(-2 - seed)];
  const notices = await insertRows(
    db,
    "notices",
    published_at.map((at, index): NewRow<"notices"> => {
      const isShown = index < 2;
      return {
        notice_category: isShown ? "information" : seed % 2 === 0 ? "campaign" : "feature",
        notice_title: isShown ? `お知らせ ${index}` : withheldText(index),
        notice_content: isShown ? "見える本文" : withheldText(index + 1),
        created_at: clock.daysAgo(4),
        published_at: at,
      };
    }),
  );

  // Everything below differs in number too, so its ids come last.
  await insertRows(
    db,
    "videos",
    Array.from({ length: seed }, (_, index) => hiddenVideo(WITHHELD + index)),
  );
  await insertRows(
    db,
    "notices",
    Array.from({ length: seed }, (_, index) => ({
      notice_category: "maintenance" as const,
      notice_title: withheldText(index),
      notice_content: withheldText(index),
      created_at: clock.daysAgo(1),
      published_at: index % 2 === 0 ? null : clock.daysAgo(-1 - index),
    })),
  );
  const someone = await insertRow(db, "users", {
    username: "ほかの会員",
    email: "someone@example.com",
    password_hash: `${withheldText(0)} fits nothing`,
    subscription_status: seed % 2 === 0 ? "active" : "canceled",
    subscription_plan: seed % 2 === 0 ? "yearly" : "none",
    created_at: clock.daysAgo(100 + seed),
  });
  const lists = async (user_id: number, videoIds: number[], positions: number) => {
    const entries = videoIds.map((video_id, index) => ({ user_id, video_id, created_at: clock.daysAgo(index + 1) }));
    // A short history, in which the categories of withheld videos would count.
    const watched = entries.filter((_, index) => index < 4 || index >= entries.length - WITHHELD);
    await insertRows(db, "favorites", entries);
    await insertRows(db, "watch_later", entries.slice(1));
    await insertRows(
      db,
      "watch_history",
      watched.map(({ created_at: watched_at, ...entry }) => ({
        ...entry,
        watched_at,
        position: positions,
        duration: 600,
      })),
    );
    await insertRow(db, "member_counts", {
      user_id,
      favorites: entries.length,
      watch_later: Math.max(0, entries.length - 1),
      watch_history: watched.length,
      lists_version: 1,
    });
  };
  const readNotices = (user_id: number, ids: number[]) =>
    insertRows(
      db,
      "notice_reads",
      ids.map((notice_id) => ({ user_id, notice_id, read_at: clock.daysAgo(1) })),
    );
  await lists(
    someone.id,
    videos.slice(seed, 3 * seed + 3).map(({ id }) => id),
    seed,
  );
  await readNotices(
    someone.id,
    notices.slice(0, 1 + (seed % 2)).map(({ id }) => id),
  );
  await insertRow(db, "staff_alerts", {
    kind: "dispute",
    about: withheldText(0),
    message: withheldText(1),
    user_id: someone.id,
    created_at: clock.daysAgo(1),
  });
  await indexMissing(db);
  await bumpCatalogue(db);

  let members = 0;
  return {
    published: videos.map(({ id }) => id),
    withheld: hidden.map(({ id }) => id),
    playlist: playlist.id,
    notices: notices.map(({ id }) => id),
    memberWithLists: async (given) => {
      const name = `lists-${++members}`;
      const user = await createUser(db, clock, { username: name, email: `${name}@example.com`, ...given });
      const own = [...videos.slice(0, 25), ...hidden].map(({ id }) => id);
      await lists(user.id, own, 30);
      const read = [notices[0], notices[2]].flatMap((notice) => notice?.id ?? []);
      await readNotices(user.id, read);
      return user.id;
    },
  };
}
