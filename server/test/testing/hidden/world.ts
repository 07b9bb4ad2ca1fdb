import { randomUUID } from "node:crypto";
import { bumpCatalogue } from "../../../src/catalogue/cache/version.ts";
import { indexMissing } from "../../../src/catalogue/search/index-videos.ts";
import { createReadingsIndexer } from "../../../src/catalogue/search/readings/index-readings.ts";
import { insertRow, insertRows } from "../../../src/db/insert-rows.ts";
import { createCaptions, createUser, type UserRow } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** The texts and numbers that a kind of user may not see. Everything else in a world is the same. */
export interface Hidden {
  /** Words of descriptions and chapters, which only users with access read. */
  paid: readonly string[];
  /** Words of drafts, scheduled and deleted records, and of other members' data, which no member reads. */
  withheld: readonly string[];
  /** Selects numbers and times. */
  seed: number;
  /** Names another member, whom staff without the right to members do not see. */
  person?: string;
  /** Yen and ids of payments, which staff without the right to money do not see. */
  amount?: number;
}

const PUBLISHED = 45;
const WITHHELD = 6;

/** Ids are the same in all worlds. */
export interface World {
  published: number[];
  withheld: number[];
  /** A published video that everybody may watch. Its texts are the same in all worlds. */
  open: number;
  playlist: number;
  notices: number[];
  /** Another member. */
  someone: number;
  /** A member with entries in every list, also of withheld videos. */
  memberWithLists(given: Partial<UserRow>): Promise<number>;
}

/** Fills the database. Two worlds with the same `paid` texts differ only in what no member may see. */
export async function createWorld(
  { db, clock }: TestApp,
  { paid, withheld, seed, person = "someone", amount }: Hidden,
): Promise<World> {
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
    Array.from({ length: PUBLISHED }, (_, index) => {
      const at = clock.daysAgo(index + 1);
      return {
        title: `はじめての文章 ${index}`,
        duration: 60 + index,
        view_count: index,
        category_ids: categories[index % 4] ?? [],
        tag_ids: tags.slice(0, index % 3).map(({ id }) => id),
        created_at: at,
        published_at: at,
        host: ["youtube", "vimeo", "hls"][(index + paid.length) % 3],
        video_id: `${paidText(0)}-${index}`,
        host_hash: index % 2 === 0 ? null : "abcdef1234",
        description: `${paidText(index)}を学びます。${paidText(index + 1)}`,
      };
    }),
  );
  const open = await insertRow(db, "videos", {
    ...{ title: "だれでも見られる授業", video_id: "open-lesson", description: "だれでも読める説明", duration: 60 },
    ...{ category_ids: [parent.id], created_at: clock.daysAgo(50), published_at: clock.daysAgo(50) },
    opened_at: clock.daysAgo(1),
  });
  await insertRow(db, "chapters", { video_id: open.id, title: "だれでも読める章", time_seconds: 5 });
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

  const hiddenVideo = (index: number) => ({
    title: `${withheldText(index)}の下書き`,
    video_id: `${withheldText(0)}-${index}`,
    description: withheldText(index + 1),
    thumbnail: `${withheldText(index)}-picture`,
    duration: 100 + seed,
    view_count: seed * 1000,
    category_ids: categories[seed % 2 === 0 ? 0 : 2] ?? [],
    tag_ids: tags.slice(0, (index + seed) % 3).map(({ id }) => id),
    created_at: clock.daysAgo(2),
    // Being open does not publish a video.
    opened_at: clock.daysAgo(1),
    published_at: [null, clock.daysAgo(-index - seed), clock.daysAgo(seed)][index % 3] ?? null,
    deleted_at: index % 3 === 2 ? clock.daysAgo(seed / 2) : null,
  });
  const hidden = await insertRows(
    db,
    "videos",
    Array.from({ length: WITHHELD }, (_, index) => hiddenVideo(index)),
  );

  // Spoken words: of videos for members, of hidden ones, and unpublished ones, also of the video that everybody may watch.
  for (const [index, { id }] of videos.slice(0, 12).entries())
    await createCaptions(
      db,
      id,
      Array.from({ length: 1 + ((index + paid.length) % 4) }, (_, line) => `${paidText(index + line)}と話します`),
    );
  for (const [index, { id }] of hidden.entries()) await createCaptions(db, id, [`${withheldText(index)}と話します`]);
  for (const id of [open.id, ...videos.slice(12, 16).map((video) => video.id)])
    await createCaptions(
      db,
      id,
      Array.from({ length: seed }, (_, line) => withheldText(line)),
      false,
    );

  // Questions that other members do not see: private ones, new ones, and hidden ones.
  const hiddenQuestion = (index: number) => ({
    ...{ video_id: videos[index]?.id, second: seed, text: withheldText(index), nickname: withheldText(index + 1) },
    ...{
      is_public: index > 0,
      state: ["shown", "new", "hidden"][index],
      answer: index === 1 ? null : withheldText(index),
      search_text: index === 1 ? null : withheldText(index),
    },
    asked_at: clock.daysAgo(seed),
  });
  await insertRows(db, "questions", [0, 1, 2].map(hiddenQuestion));

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
      .filter(({ id }) => hidden.some((video) => video.id === id))
      .map((video, index) => ({ playlist_id: playlist.id, video_id: video.id, place: index * 6 })),
  );

  const published_at = [clock.daysAgo(3), clock.daysAgo(2), null, clock.daysAgo(-2 - seed)];
  const notices = await insertRows(
    db,
    "notices",
    published_at.map((at, index) => {
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
    username: `${person}会員`,
    email: `${person}@example.com`,
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
    // Of withheld videos as well, which stand in the playlist and would count there.
    const marked = entries.filter((_, index) => index % 2 === 0);
    await insertRows(
      db,
      "lesson_marks",
      marked.map(({ created_at: marked_at, ...entry }) => ({ ...entry, marked_at, is_finished: true })),
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
    amount: amount ?? null,
  });
  const now = clock.daysAgo(0);
  const person_id = { user_id: someone.id };
  const session = { rotates: true, rotated_at: now, created_at: now, last_used_at: now, expires_at: clock.daysAgo(-9) };
  await insertRow(db, "sessions", {
    ...{ ...session, ...person_id },
    ...{ id: randomUUID(), address: "192.0.2.7", user_agent: person },
  });
  await insertRow(db, "mail_outbox", {
    ...{ recipient: `${person}@example.com`, subject: person, text: person, html: person, last_error: person },
    ...{ created_at: now, send_after: now, ...person_id },
  });
  await insertRow(db, "audit_log", {
    ...{ at: now, ...person_id, action: "member.suspend", subject: "member", subject_id: someone.id, reason: person },
  });
  // Fewer members than a keyword needs that is shown.
  await insertRows(
    db,
    "pending_searches",
    [1, 2].map((mark) => ({ day: now.slice(0, 10), term: person, mark, searches: 1, without_result: 1 })),
  );
  if (amount !== undefined) {
    await insertRow(db, "stripe_customers", { ...person_id, customer_id: `cus_${amount}` });
    await insertRow(db, "subscriptions", {
      ...{ ...person_id, subscription_id: `sub_${amount}`, status: "past_due", plan: "monthly", synced_at: now },
      ...{ cancel_at_period_end: false, payment_failed: amount > 2000, unpaid_amount: amount, retry_at: now },
    });
    await insertRow(db, "stripe_events", {
      ...{ id: `evt_${amount}`, type: `invoice.${amount}`, customer_id: `cus_${amount}`, state: "done" },
      ...{ received_at: now, taken_at: now },
    });
  }
  await indexMissing(db);
  await createReadingsIndexer(db)();
  await bumpCatalogue(db);

  let members = 0;
  return {
    published: videos.map(({ id }) => id),
    withheld: hidden.map(({ id }) => id),
    open: open.id,
    playlist: playlist.id,
    notices: notices.map(({ id }) => id),
    someone: someone.id,
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
