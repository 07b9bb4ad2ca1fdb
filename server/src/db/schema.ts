import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

// One long file, because the tables reference each other and drizzle-kit generates migrations from all of them. The
// server imports only its types.

/** An instant, read as ISO 8601 in UTC, which is the contract's format. */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

/** Counts changes by staff, so that a concurrent edit is refused as stale. */
const revision = () => integer().notNull().default(1);

export const users = pgTable(
  "users",
  {
    id: id(),
    username: text().notNull(),
    email: text().notNull(),
    /** When the link in a mail to this address was opened; null: not verified. */
    email_verified_at: instant(),
    password_hash: text().notNull(),
    subscription_plan: text({ enum: ["monthly", "yearly", "none"] })
      .notNull()
      .default("none"),
    subscription_status: text({ enum: ["active", "inactive", "canceled", "trial"] }).notNull(),
    subscription_end_date: instant(),
    cancel_at_period_end: boolean().notNull().default(false),
    /** Complimentary access until then, given by a superuser (contract/src/rules/can-watch.ts). */
    access_granted_until: instant(),
    is_staff: boolean().notNull().default(false),
    is_superuser: boolean().notNull().default(false),
    /** Rights of staff beside content; without is_staff they have no effect (contract/src/rules/staff-rights.ts). */
    may_see_members: boolean().notNull().default(false),
    may_see_money: boolean().notNull().default(false),
    /** Staff calls refuse this colleague until the account has a second factor. */
    must_have_second_factor: boolean().notNull().default(false),
    created_at: instant().notNull(),
    /** A superuser suspended the account: it has no sessions and cannot log in. */
    suspended_at: instant(),
    /** The owner closed the account; the row stays without personal data. */
    closed_at: instant(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(table.email),
    index("users_newest").on(table.created_at, table.id),
    index("users_trials")
      .on(table.created_at, table.id)
      .where(sql`${table.subscription_status} = 'trial' and ${table.closed_at} is null`),
  ],
);

/** One trial per mailbox for ever: the row outlives the account. */
export const trials = pgTable(
  "trials",
  {
    /** The address without parts that mail providers ignore (dots, "+tag"). */
    mailbox: text().primaryKey(),
    started_at: instant().notNull(),
    /** The account that started it, whatever its address is now. Null: that account is closed. */
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [index("trials_user").on(table.user_id), index("trials_started").on(table.started_at)],
);

/** A login on one device. Refresh tokens derive from id and generation (accounts/sessions/refresh-token.ts). */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Whether each refresh issues a new refresh token. */
    rotates: boolean().notNull(),
    generation: integer().notNull().default(0),
    rotated_at: instant().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    address: text().notNull(),
    user_agent: text().notNull(),
    /** Until then, signed addresses of this session's videos outlive their own end (files/storage/address.ts). */
    plays_until: instant(),
  },
  (table) => [index("sessions_user").on(table.user_id, table.created_at)],
);

/** Attempts in fixed windows, shared by all processes. */
export const rate_limits = pgTable(
  "rate_limits",
  { key: text().primaryKey(), hits: integer().notNull(), resets_at: instant().notNull() },
  (table) => [index("rate_limits_resets_at").on(table.resets_at)],
);

export const categories = pgTable(
  "categories",
  { id: id(), name: text().notNull(), parent: integer(), revision: revision() },
  (table) => [
    foreignKey({ columns: [table.parent], foreignColumns: [table.id] }).onDelete("set null"),
    unique("categories_name_unique").on(table.parent, table.name).nullsNotDistinct(),
  ],
);

export const tags = pgTable("tags", {
  id: id(),
  name: text().notNull().unique("tags_name_unique"),
  revision: revision(),
});

export const videos = pgTable(
  "videos",
  {
    id: id(),
    host: text({ enum: ["youtube", "vimeo", "file"] })
      .notNull()
      .default("youtube"),
    video_id: text().notNull().unique("videos_video_id_unique"),
    /** Vimeo's key of an unlisted video. */
    host_hash: text(),
    title: text().notNull(),
    description: text().notNull().default(""),
    /** File name of the picture, without size and extension. */
    thumbnail: text(),
    duration: integer(),
    /** The order is significant: the first category is shown first. */
    category_ids: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    tag_ids: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    view_count: integer().notNull().default(0),
    created_at: instant().notNull(),
    /** Null: a draft. In the future: scheduled. */
    published_at: instant(),
    /** Since when everybody may watch it; null: members alone. */
    opened_at: instant(),
    /** Moved to the trash. */
    deleted_at: instant(),
    revision: revision(),
  },
  (table) => [
    index("videos_newest")
      .on(table.published_at, table.id)
      .where(sql`${table.deleted_at} is null`),
    index("videos_deleted")
      .on(table.id)
      .where(sql`${table.deleted_at} is not null`),
    index("videos_opened")
      .on(table.opened_at)
      .where(sql`${table.opened_at} is not null`),
    index("videos_category_ids").using("gin", table.category_ids),
    index("videos_tag_ids").using("gin", table.tag_ids),
    check("videos_view_count", sql`${table.view_count} >= 0`),
  ],
);

/** The last answer of a video's host about it (catalogue/playback/). No row: never asked. */
export const video_checks = pgTable(
  "video_checks",
  {
    video_id: integer()
      .primaryKey()
      .references(() => videos.id, { onDelete: "cascade" }),
    /** Host, id and key that were asked for. After a replacement the row says nothing about the video. */
    source: text().notNull(),
    state: text({ enum: ["plays", "private", "removed", "not_embeddable", "unreadable"] }).notNull(),
    checked_at: instant().notNull(),
    /** The first refusal since the video last played. */
    refused_at: instant(),
    /** The refusal counts: the video is known not to play. */
    is_confirmed: boolean().notNull().default(false),
  },
  (table) => [
    index("video_checks_confirmed")
      .on(table.video_id)
      .where(sql`${table.is_confirmed}`),
  ],
);

export const chapters = pgTable(
  "chapters",
  {
    id: id(),
    video_id: integer()
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    title: text().notNull(),
    description: text().notNull().default(""),
    time_seconds: integer().notNull(),
    revision: revision(),
  },
  (table) => [
    index("chapters_video").on(table.video_id, table.time_seconds),
    check("chapters_time_seconds", sql`${table.time_seconds} >= 0`),
  ],
);

/** A video's Japanese captions. They stay when the video changes its host. */
export const captions = pgTable("captions", {
  video_id: integer()
    .primaryKey()
    .references(() => videos.id, { onDelete: "cascade" }),
  /** Members see only published captions. */
  published: boolean().notNull().default(false),
  revision: revision(),
  updated_at: instant().notNull(),
});

/** The captions' lines in the order of their starts. Each save replaces all of them. */
export const caption_lines = pgTable(
  "caption_lines",
  {
    video_id: integer()
      .notNull()
      .references(() => captions.video_id, { onDelete: "cascade" }),
    position: integer().notNull(),
    /** Milliseconds into the video. */
    starts_ms: integer().notNull(),
    ends_ms: integer().notNull(),
    text: text().notNull(),
    /** The text as search compares it (contract/src/rules/search-text.ts). */
    search_text: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.video_id, table.position] }),
    check("caption_lines_times", sql`${table.starts_ms} >= 0 and ${table.ends_ms} > ${table.starts_ms}`),
  ],
);

/** An unfinished upload of a video file. Storage holds its parts under its id. */
export const video_uploads = pgTable(
  "video_uploads",
  {
    id: uuid().primaryKey(),
    /** Bytes of the whole file. */
    size: bigint({ mode: "number" }).notNull(),
    /** Bytes received. */
    received: bigint({ mode: "number" }).notNull().default(0),
    created_at: instant().notNull(),
    /** When the last part was received; abandoned uploads are deleted. */
    touched_at: instant().notNull(),
  },
  (table) => [index("video_uploads_touched").on(table.touched_at)],
);

/** Both saved lists have the same shape. */
const savedVideos = (name: string) =>
  pgTable(
    name,
    {
      user_id: integer()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      video_id: integer()
        .notNull()
        .references(() => videos.id, { onDelete: "cascade" }),
      created_at: instant().notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.user_id, table.video_id] }),
      index(`${name}_newest`).on(table.user_id, table.created_at, table.video_id),
      index(`${name}_video`).on(table.video_id),
    ],
  );

export const favorites = savedVideos("favorites");
export const watch_later = savedVideos("watch_later");

/** Members write them beside videos. The member's browser makes the id. */
export const notes = pgTable(
  "notes",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    /** Null: the video was removed. The note stays. */
    video_id: integer().references(() => videos.id, { onDelete: "set null" }),
    /** The video's title when the note was written. */
    video_title: text().notNull(),
    kind: text().notNull().default("note"),
    second: integer().notNull(),
    text: text().notNull(),
    link: text(),
    done_on: date({ mode: "string" }),
    revision: revision(),
    /** Title and text in the form of searches. Valid for the revision beside it: earlier releases do not write it. */
    search_text: text().notNull().default(""),
    search_revision: integer().notNull().default(0),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("notes_newest").on(table.user_id, table.created_at, table.id),
    index("notes_video").on(table.video_id, table.user_id, table.second),
    check("notes_kind", sql`${table.kind} in ('note', 'practice')`),
  ],
);

/** One row per member and video. */
export const watch_history = pgTable(
  "watch_history",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    video_id: integer()
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    watched_at: instant().notNull(),
    /** Seconds; both null until the player has reported them. */
    position: integer(),
    duration: integer(),
    /** When the position first passed 90 % of the duration. A second viewing keeps it. */
    finished_at: instant(),
  },
  (table) => [
    // Migration 0010 adds `include (position)`, which Drizzle cannot express.
    primaryKey({ columns: [table.user_id, table.video_id] }),
    // With the position, so that an index-only scan reads a page of the history.
    index("watch_history_newest").on(table.user_id, table.watched_at, table.video_id, table.position),
    index("watch_history_video").on(table.video_id),
  ],
);

/** A member's own word on whether a lesson is finished. It wins over the watch history (decisions/056). */
export const lesson_marks = pgTable(
  "lesson_marks",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    video_id: integer()
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    is_finished: boolean().notNull(),
    marked_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.video_id] }), index("lesson_marks_video").on(table.video_id)],
);

/** The time that a member watched on a day of Japan. */
export const learned_days = pgTable(
  "learned_days",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    milliseconds: integer().notNull(),
    /** Time before it was counted already, whichever video or tab reported it. */
    counted_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.day] })],
);

/** Views per video and day of Japan, for popularity and the dashboard. The figures keep their own copy. */
export const daily_views = pgTable(
  "daily_views",
  {
    day: date({ mode: "string" }).notNull(),
    video_id: integer()
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.video_id] }), index("daily_views_video").on(table.video_id)],
);

/** A member's recommendations, computed after a change of their history or of the catalogue. */
export const recommendations = pgTable("recommendations", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  video_ids: integer().array().notNull(),
  /** The catalogue's version at the computation. */
  version: bigint({ mode: "number" }).notNull(),
  computed_at: instant().notNull(),
});

export const playlists = pgTable("playlists", {
  id: id(),
  title: text().notNull(),
  description: text().notNull().default(""),
  created_at: instant().notNull(),
  revision: revision(),
});

export const playlist_videos = pgTable(
  "playlist_videos",
  {
    id: id(),
    playlist_id: integer()
      .notNull()
      .references(() => playlists.id, { onDelete: "cascade" }),
    video_id: integer()
      .notNull()
      .references(() => videos.id, { onDelete: "cascade" }),
    place: integer().notNull(),
  },
  (table) => [
    unique("playlist_videos_unique").on(table.playlist_id, table.video_id),
    index("playlist_videos_place").on(table.playlist_id, table.place),
    index("playlist_videos_video").on(table.video_id),
  ],
);

/** The choices of staff for the home screen: one row with the id 1. Before the first choice there is none. */
export const home_curation = pgTable("home_curation", {
  id: integer().primaryKey(),
  /** Ids of videos in their order. Deleted ones stay until the next choice, and nobody sees them. */
  pinned: integer().array().notNull().default([]),
  newcomers_playlist: integer().references(() => playlists.id, { onDelete: "set null" }),
  revision: revision(),
});

export const notices = pgTable(
  "notices",
  {
    id: id(),
    notice_category: text({ enum: ["information", "maintenance", "feature", "campaign"] }).notNull(),
    notice_title: text().notNull(),
    notice_content: text().notNull(),
    created_at: instant().notNull(),
    /** Null: a draft. In the future: scheduled. */
    published_at: instant(),
    revision: revision(),
  },
  (table) => [index("notices_newest").on(table.published_at, table.id)],
);

export const notice_reads = pgTable(
  "notice_reads",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    notice_id: integer()
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    read_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.notice_id] }),
    index("notice_reads_notice").on(table.notice_id),
  ],
);

/** One row. Every write to the catalogue increments it in the same transaction, for the caches of all processes. */
export const catalogue_version = pgTable(
  "catalogue_version",
  { only: smallint().primaryKey().default(1), version: bigint({ mode: "number" }).notNull() },
  (table) => [check("catalogue_version_one_row", sql`${table.only} = 1`)],
);

/** Lengths of a member's lists, updated by the statements that change a list, because counting grows with it. */
export const member_counts = pgTable("member_counts", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  favorites: integer().notNull().default(0),
  watch_later: integer().notNull().default(0),
  watch_history: integer().notNull().default(0),
  /** Incremented by every change of the lists; the key of the member's cached answers. */
  lists_version: bigint({ mode: "number" }).notNull().default(0),
});

/** Integers below 2^53. */
const wholeNumbers = () => bigint({ mode: "number" }).array();

/**
 * A video's normalised texts, in which search verifies its hits. `base` is title, description, tags and categories.
 * catalogue/search/index-videos.ts writes them with the grams; the next start adds missing rows.
 */
export const video_search_texts = pgTable("video_search_texts", {
  video_id: integer()
    .primaryKey()
    .references(() => videos.id, { onDelete: "cascade" }),
  title_text: text().notNull(),
  base_text: text().notNull(),
  chapter_text: text().notNull(),
});

/**
 * Search index: per scope the one-, two- and three-character grams; the scope "all" is `base` and `chapter`. Counting
 * visits each hit's row, so rows are short and the texts have their own table. `unpacked` tells the planner the cost of
 * reading grams out of line (migration 0011).
 */
export const video_search_grams = pgTable(
  "video_search_grams",
  {
    video_id: integer()
      .primaryKey()
      .references(() => video_search_texts.video_id, { onDelete: "cascade" }),
    title_grams: wholeNumbers().notNull(),
    base_grams: wholeNumbers().notNull(),
    chapter_grams: wholeNumbers().notNull(),
    all_grams: wholeNumbers().notNull(),
  },
  (table) => [
    index("video_search_grams_title").using("gin", sql`unpacked(${table.title_grams})`),
    index("video_search_grams_base").using("gin", sql`unpacked(${table.base_grams})`),
    index("video_search_grams_chapter").using("gin", sql`unpacked(${table.chapter_grams})`),
    index("video_search_grams_all").using("gin", sql`unpacked(${table.all_grams})`),
  ],
);

/**
 * Search index: the lines of published captions, separated by spaces, with their grams. Only videos with such lines have a
 * row. A change of another text does not touch it.
 */
export const video_search_spoken = pgTable(
  "video_search_spoken",
  {
    video_id: integer()
      .primaryKey()
      .references(() => video_search_texts.video_id, { onDelete: "cascade" }),
    spoken_text: text().notNull(),
    spoken_grams: wholeNumbers().notNull(),
  },
  (table) => [index("video_search_spoken_grams").using("gin", sql`unpacked(${table.spoken_grams})`)],
);

/**
 * Search index: per text of a video the keys of its readings (catalogue/search/readings/reading-keys.ts), so that kana finds
 * kanji. A background job writes it after the texts. Until then a changed video keeps its earlier readings.
 */
export const video_search_readings = pgTable(
  "video_search_readings",
  {
    video_id: integer()
      .primaryKey()
      .references(() => video_search_texts.video_id, { onDelete: "cascade" }),
    /** Of the texts that were read. Null: they have changed since. */
    texts_hash: text(),
    title_readings: wholeNumbers().notNull(),
    /** Of tags, categories and their parents. */
    names_readings: wholeNumbers().notNull(),
    description_readings: wholeNumbers().notNull(),
    chapter_readings: wholeNumbers().notNull(),
  },
  (table) => [
    index("video_search_readings_outdated")
      .on(table.video_id)
      .where(sql`${table.texts_hash} is null`),
    index("video_search_readings_title").using("gin", sql`unpacked(${table.title_readings})`),
    index("video_search_readings_names").using("gin", sql`unpacked(${table.names_readings})`),
    index("video_search_readings_description").using("gin", sql`unpacked(${table.description_readings})`),
    index("video_search_readings_chapter").using("gin", sql`unpacked(${table.chapter_readings})`),
  ],
);

/** Words of one meaning, which staff edit: a search for one of them also finds the others. */
export const synonym_groups = pgTable("synonym_groups", {
  id: id(),
  /** Separated by 、. */
  words: text().notNull().unique("synonym_groups_words_unique"),
  revision: revision(),
});

/** Invitations to join staff. Accepting, replacing or withdrawing one deletes its row; the audit log has its history. */
export const staff_invitations = pgTable(
  "staff_invitations",
  {
    id: id(),
    email: text().notNull(),
    token_hash: text().notNull(),
    may_see_members: boolean().notNull(),
    may_see_money: boolean().notNull(),
    /** The superuser who invited. The invitation ends with that power. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex("staff_invitations_email_unique").on(table.email),
    uniqueIndex("staff_invitations_token_unique").on(table.token_hash),
    index("staff_invitations_user").on(table.user_id),
  ],
);

export const password_resets = pgTable(
  "password_resets",
  {
    token_hash: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [index("password_resets_user").on(table.user_id)],
);

/** Verification links; each is valid only for the address that it was sent to. */
export const email_verifications = pgTable(
  "email_verifications",
  {
    token_hash: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [index("email_verifications_user").on(table.user_id)],
);

/** The authenticator of an account. */
export const second_factors = pgTable("second_factors", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The TOTP secret, encrypted (accounts/sessions/seal.ts). */
  sealed_secret: text().notNull(),
  /** Thirty-second step of the newest accepted code; codes up to it are invalid. */
  last_step: bigint({ mode: "number" }).notNull().default(0),
  created_at: instant().notNull(),
  /** Null: not confirmed by a code yet, so logins require none. */
  enabled_at: instant(),
});

/** Each replaces a code once. */
export const recovery_codes = pgTable(
  "recovery_codes",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    code_hash: text().notNull(),
    /** Equal for all codes that were generated together. */
    salt: text().notNull(),
    used_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Logins with a correct password that still need a code. */
export const login_tickets = pgTable(
  "login_tickets",
  {
    ticket_hash: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expires_at: instant().notNull(),
  },
  (table) => [index("login_tickets_user").on(table.user_id)],
);

/** Browsers that logged in to an account, by a cookie. */
export const known_devices = pgTable(
  "known_devices",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device_hash: text().notNull(),
    created_at: instant().notNull(),
    last_seen_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.device_hash] })],
);

/** Queued mails, inserted in the transaction that causes them. */
export const mail_outbox = pgTable(
  "mail_outbox",
  {
    id: id(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    created_at: instant().notNull(),
    /** The next attempt; a failure or a claim by a process moves it. */
    send_after: instant().notNull(),
    attempts: integer().notNull().default(0),
    last_error: text(),
    sent_at: instant(),
    /** The account that the mail is about. An address alone identifies nobody: it may pass to another account. */
    user_id: integer().references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("mail_outbox_due")
      .on(table.send_after)
      .where(sql`${table.sent_at} is null`),
    index("mail_outbox_user").on(table.user_id),
  ],
);

/**
 * Mails to many members: automatic ones, a notice's, and each week's digest. `key` is unique: "welcome", "notice 12",
 * "digest 2026-11-23".
 */
export const mailings = pgTable(
  "mailings",
  {
    id: id(),
    key: text().notNull().unique("mailings_key_unique"),
    audience: text({
      enum: ["all", "trial", "ended", "digest", "welcome", "trial_ending", "trial_ended", "nobody", "required"],
    }).notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The first instant of sending; for an automatic mail, of its occasions. Null: switched off or stopped. */
    send_at: instant(),
    /** When its recipients were listed, once for all. Always null for automatic mails. */
    listed_at: instant(),
    /** No batch begins earlier, whichever process sends it. */
    next_batch_at: instant(),
    /** The notice that it announces. Null once that was deleted: then nothing more is sent. */
    notice_id: integer().references(() => notices.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
    revision: revision(),
  },
  (table) => [index("mailings_notice").on(table.notice_id)],
);

/** One row per person and mailing, so that nobody gets it twice. */
export const mailing_recipients = pgTable(
  "mailing_recipients",
  {
    mailing_id: integer()
      .notNull()
      .references(() => mailings.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant().notNull(),
    /** The next attempt; a failure or a claim by a process moves it. */
    send_after: instant().notNull(),
    /** Also the fencing token of the process that claimed it last. */
    attempts: integer().notNull().default(0),
    /** Committed before the mail server receives the end of the mail. Only the server's refusal clears it. */
    handed_at: instant(),
    done_at: instant(),
    outcome: text({ enum: ["sent", "skipped", "failed"] }),
  },
  (table) => [
    primaryKey({ columns: [table.mailing_id, table.user_id] }),
    index("mailing_recipients_user").on(table.user_id),
    index("mailing_recipients_due")
      .on(table.mailing_id, table.send_after)
      .where(sql`${table.done_at} is null and ${table.handed_at} is null`),
  ],
);

/** A member's decisions about mails that advertise, and whether the address takes mails. No row: the defaults. */
export const mail_preferences = pgTable("mail_preferences", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Since when the member asks for the weekly digest. */
  digest_since: instant(),
  /** Since when the member refuses every mail that advertises. */
  refused_at: instant(),
  /** How the member decided last: on the profile, or by the link of a mail. */
  changed_by: text({ enum: ["profile", "link"] }),
  changed_at: instant(),
  /** The address that a mail server refused for good; it says nothing about a later address. */
  undeliverable_email: text(),
  undeliverable_at: instant(),
});

/** A member's customer at Stripe. It stays after 退会, because invoices belong to it. */
export const stripe_customers = pgTable("stripe_customers", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Null: not created yet, or deleted at Stripe. */
  customer_id: text().unique("stripe_customers_customer_id_unique"),
  /** Customers that were deleted at Stripe or replaced. Their invoices remain there. */
  former_ids: text().array().notNull().default([]),
  /** The account and mode that has the customer, such as `acct_1AbC:live`. Null: not read yet. */
  account: text(),
  /** Incremented when the customer was deleted at Stripe, so that the next one gets another idempotency key. */
  generation: integer().notNull().default(0),
  /** The address last sent to Stripe. */
  email: text(),
  /** Fencing tokens: each sync takes one before it reads, and writes only if no later sync has written. */
  sync_ticket: bigint({ mode: "number" }).notNull().default(0),
  written_ticket: bigint({ mode: "number" }).notNull().default(0),
  /** A lease for one operation at a time per member, by the database's clock. */
  lock_token: uuid(),
  locked_until: instant(),
});

/** Stripe's latest state of a member's subscription. Only billing/sync/sync.ts writes it. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    subscription_id: text().notNull(),
    /** Stripe's status, such as `past_due`. */
    status: text().notNull(),
    plan: text({ enum: ["monthly", "yearly", "none"] }).notNull(),
    period_end: instant(),
    cancel_at_period_end: boolean().notNull(),
    /** A renewal failed and Stripe retries it. */
    payment_failed: boolean().notNull(),
    /** Yen of the failed bill; null: none. */
    unpaid_amount: integer(),
    /** Stripe's next attempt to charge the failed bill. */
    retry_at: instant(),
    /** The failed bill waits for 3-D Secure. */
    needs_authentication: boolean().notNull().default(false),
    /** Stripe's id of the card that the next renewal charges. */
    card_id: text(),
    /** The last month in which that card is valid, such as "2027-03". */
    card_expires: text(),
    synced_at: instant().notNull(),
  },
  (table) => [
    index("subscriptions_period_end").on(table.period_end),
    index("subscriptions_payment_failed")
      .on(table.user_id)
      .where(sql`${table.payment_failed}`),
  ],
);

/** A checkout, stored before the request to Stripe; `id` is the idempotency key. */
export const checkout_attempts = pgTable(
  "checkout_attempts",
  {
    id: uuid().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    plan: text({ enum: ["monthly", "yearly"] }).notNull(),
    /** `creating`: no response yet. */
    state: text({ enum: ["creating", "open", "processing", "complete", "expired", "failed"] }).notNull(),
    session_id: text().unique("checkout_attempts_session_id_unique"),
    success_url: text().notNull(),
    cancel_url: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** Stripe's promotion code, and its text. */
    promotion_code: text(),
    coupon: text(),
    /** Yen of the first payment, when it is complete. */
    amount_paid: integer(),
    /** Of a gift, which is sold as so many months of the monthly plan; null: a subscription. */
    gift_months: smallint(),
  },
  (table) => [
    index("checkout_attempts_user").on(table.user_id, table.created_at),
    index("checkout_attempts_unsettled")
      .on(table.created_at)
      .where(sql`${table.state} in ('creating', 'open', 'processing')`),
    index("checkout_attempts_promotion")
      .on(table.promotion_code)
      .where(sql`${table.promotion_code} is not null and ${table.state} = 'complete'`),
  ],
);

/** Paid gifts of months. `attempt_id`: its checkout, which 退会 of the giver deletes. */
export const gifts = pgTable(
  "gifts",
  {
    attempt_id: uuid().primaryKey(),
    /** The giver; null: has left. */
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    months: smallint().notNull(),
    session_id: text().notNull(),
    code: text().notNull().unique("gifts_code_unique"),
    bought_at: instant().notNull(),
    /** The first instant at which the code is not valid any more. */
    valid_until: instant().notNull(),
    redeemed_by: integer().references(() => users.id, { onDelete: "set null" }),
    redeemed_at: instant(),
  },
  (table) => [
    index("gifts_user").on(table.user_id, table.bought_at),
    index("gifts_redeemed_by")
      .on(table.redeemed_by)
      .where(sql`${table.redeemed_by} is not null`),
  ],
);

/** A change of plan, stored before the request to Stripe; `id` is the idempotency key. */
export const plan_changes = pgTable(
  "plan_changes",
  {
    id: uuid().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    subscription_id: text().notNull(),
    from_plan: text({ enum: ["monthly", "yearly"] }).notNull(),
    to_plan: text({ enum: ["monthly", "yearly"] }).notNull(),
    /** Yen of a period before the change, which may be an older price. */
    from_price: integer(),
    from_price_without_tax: integer(),
    /** The second of the previewed amounts; null: no preview. */
    proration_date: bigint({ mode: "number" }),
    /** `creating`: no response yet. `pending`: waits for its payment. */
    state: text({ enum: ["creating", "pending", "applied", "expired"] }).notNull(),
    invoice_url: text(),
    created_at: instant().notNull(),
    settled_at: instant(),
  },
  (table) => [
    index("plan_changes_user").on(table.user_id, table.created_at),
    index("plan_changes_unsettled")
      .on(table.created_at)
      .where(sql`${table.state} in ('creating', 'pending')`),
  ],
);

/** Stripe's events, once each. `taken`: a process handles it or ended meanwhile. */
export const stripe_events = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    customer_id: text(),
    state: text({ enum: ["taken", "done"] }).notNull(),
    received_at: instant().notNull(),
    /** By the database's clock. */
    taken_at: instant().notNull(),
  },
  (table) => [
    index("stripe_events_received_at").on(table.received_at),
    index("stripe_events_customer").on(table.customer_id, table.received_at),
    index("stripe_events_taken")
      .on(table.taken_at)
      .where(sql`${table.state} = 'taken'`),
  ],
);

/** Billing emails, each sent once. `about`: its object, such as an invoice's id. */
export const billing_letters = pgTable(
  "billing_letters",
  {
    kind: text({
      enum: [
        "thanks",
        "payment",
        "plan_changed",
        "cancelled",
        "renewal",
        "card_expiring",
        "payment_failed",
        "payment_action",
        "payment_final",
        "ended",
        "refunded",
        "bill",
      ],
    }).notNull(),
    about: text().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    queued_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.about] }),
    index("billing_letters_user").on(table.user_id),
    index("billing_letters_queued").on(table.kind, table.queued_at),
  ],
);

/** Alerts for staff, one per matter. */
export const staff_alerts = pgTable(
  "staff_alerts",
  {
    id: id(),
    kind: text().notNull(),
    /** Its object, such as a subscription's id. */
    about: text().notNull(),
    message: text().notNull(),
    /** Yen. */
    amount: integer(),
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
    resolved_at: instant(),
  },
  (table) => [
    unique("staff_alerts_unique").on(table.kind, table.about),
    index("staff_alerts_newest").on(table.created_at),
    index("staff_alerts_open")
      .on(table.id)
      .where(sql`${table.resolved_at} is null`),
    index("staff_alerts_user").on(table.user_id),
  ],
);

/** The last run of each periodic job, so that one of several processes runs it. */
export const job_runs = pgTable("job_runs", {
  job: text().primaryKey(),
  started_at: instant().notNull(),
  /** The last success; before `started_at`: the job is running, has failed, or its process ended. */
  succeeded_at: instant(),
});

/** Changes by staff. A trigger refuses updates and deletions. */
export const audit_log = pgTable(
  "audit_log",
  {
    id: id(),
    at: instant().notNull(),
    /** The staff member; null: the command line. */
    user_id: integer().references(() => users.id, { onDelete: "restrict" }),
    /** Such as "category.update". */
    action: text().notNull(),
    /** The kind of record: the part of `action` before the dot. */
    subject: text().notNull(),
    subject_id: integer().notNull(),
    /** Changed columns; null: the record did not exist. They never contain a member's personal data. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
  },
  (table) => [
    index("audit_log_subject").on(table.subject, table.subject_id, table.id),
    index("audit_log_user").on(table.user_id, table.id),
  ],
);

/**
 * Sign-ups and changes of paid membership, never changed. The sum of a member's rows is their present state. 退会 leaves
 * the rows without the member, so that the day's figures stay.
 */
export const membership_changes = pgTable(
  "membership_changes",
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: "set null" }),
    at: instant().notNull(),
    /** `baseline`: paid already when this table was introduced. `price`: pays another price. */
    kind: text({ enum: ["signup", "trial", "baseline", "start", "price", "end"] }).notNull(),
    /** The member's first paid membership. */
    is_first: boolean().notNull().default(false),
    /** Yen without tax by which the member's monthly revenue changes. */
    monthly_revenue: integer().notNull().default(0),
    /** The campaign or the site that the member came from; empty: unknown. */
    source: text().notNull().default(""),
    /** First day of the month of the sign-up, in Japan. */
    cohort: date({ mode: "string" }).notNull(),
  },
  (table) => [index("membership_changes_at").on(table.at), index("membership_changes_user").on(table.user_id)],
);

// The daily figures hold no persons and are kept for ever. Days are those of Japan. No foreign key leads out of them, so
// that figures outlive what they count.

/** A row closes its day: the figures of the day do not change any more. */
export const daily_members = pgTable("daily_members", {
  day: date({ mode: "string" }).primaryKey(),
  signups: integer().notNull(),
  trials: integer().notNull(),
  first_paid: integer().notNull(),
  started: integer().notNull(),
  ended: integer().notNull(),
  /** Paying members at the end of the day. */
  members: integer().notNull(),
  /** Yen without tax per month at the end of the day. */
  monthly_revenue: integer().notNull(),
});

export const daily_sources = pgTable(
  "daily_sources",
  {
    day: date({ mode: "string" }).notNull(),
    source: text().notNull(),
    signups: integer().notNull(),
    trials: integer().notNull(),
    first_paid: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source] })],
);

/** Changes per month of sign-up. */
export const daily_cohorts = pgTable(
  "daily_cohorts",
  {
    day: date({ mode: "string" }).notNull(),
    cohort: date({ mode: "string" }).notNull(),
    signups: integer().notNull(),
    first_paid: integer().notNull(),
    /** Paying members gained; negative: lost. */
    members: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.cohort] })],
);

const videoFigures = () => ({
  video_id: integer().notNull(),
  views: integer().notNull().default(0),
  /** Watched seconds of the video. */
  seconds: integer().notNull().default(0),
  favorites_added: integer().notNull().default(0),
  favorites_removed: integer().notNull().default(0),
});

export const daily_video_figures = pgTable(
  "daily_video_figures",
  {
    day: date({ mode: "string" }).notNull(),
    ...videoFigures(),
    /** `seconds` by twentieths of the video. */
    watched: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.video_id] }),
    index("daily_video_figures_video").on(table.video_id, table.day),
  ],
);

/** Sums of closed months, so that a year is read quickly. `month`: its first day. */
export const monthly_video_figures = pgTable(
  "monthly_video_figures",
  { month: date({ mode: "string" }).notNull(), ...videoFigures() },
  (table) => [primaryKey({ columns: [table.month, table.video_id] })],
);

export const daily_searches = pgTable("daily_searches", {
  day: date({ mode: "string" }).primaryKey(),
  searches: integer().notNull(),
  without_result: integer().notNull(),
});

/** Only keywords that several members searched for (figures/search-term.ts). */
export const daily_search_terms = pgTable(
  "daily_search_terms",
  {
    day: date({ mode: "string" }).notNull(),
    term: text().notNull(),
    searches: integer().notNull(),
    without_result: integer().notNull(),
    /** As most members typed it. Null: counted by an earlier release. */
    spelling: text(),
  },
  (table) => [primaryKey({ columns: [table.day, table.term] })],
);

/** Searches of the last days, whose keywords nobody sees until several members searched for them. */
export const pending_searches = pgTable(
  "pending_searches",
  {
    day: date({ mode: "string" }).notNull(),
    term: text().notNull(),
    /** One of 64 values that many members share. Different marks are different members; the opposite is not true. */
    mark: smallint().notNull(),
    searches: integer().notNull(),
    without_result: integer().notNull(),
    /** As a member typed it. Null: counted by an earlier release. */
    spelling: text(),
  },
  (table) => [primaryKey({ columns: [table.day, table.term, table.mark] })],
);

/** Every version of the settings that the operator made on the screen. The newest holds; `revision` counts from 1. */
export const site_settings = pgTable("site_settings", {
  revision: integer().primaryKey(),
  /** As `SiteForm` of the contract; a version before a new field lacks it. */
  settings: jsonb().notNull(),
  changed_at: instant().notNull(),
});

/** Every version of a document that the operator wrote on a screen. The newest of each document holds. */
export const site_documents = pgTable(
  "site_documents",
  {
    /** One of `SITE_DOCUMENTS` of the contract. */
    document: text().notNull(),
    revision: integer().notNull(),
    /** As the document's schema in the contract; a version before a new field lacks it. */
    content: jsonb().notNull(),
    changed_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.document, table.revision] })],
);

/** The files of the pictures that the operator uploaded. Versions of `site_settings` name a picture by its id. */
export const site_pictures = pgTable(
  "site_pictures",
  {
    /** A hash of the files. */
    id: text().notNull(),
    /** The address at which the file is served, such as "/icon-192.png". */
    path: text().notNull(),
    content: bytea().notNull(),
    /** When it was uploaded or saved last. A picture that no version names is deleted a day later. */
    wanted_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.path] })],
);

/**
 * The prices that the operator entered, in yen without tax. The newest that is made, has started and is not withdrawn
 * holds; without one, those of the contract.
 */
export const price_lists = pgTable("price_lists", {
  revision: integer().primaryKey(),
  monthly: integer().notNull(),
  yearly: integer().notNull(),
  starts_at: instant().notNull(),
  /** Renewals from this instant have the new price; null: members keep theirs. */
  moves_at: instant(),
  /** Of the requests that make the prices at Stripe, stored before them. */
  request_key: uuid().notNull(),
  /** Stripe's ids of the prices; null: they are not made yet. */
  monthly_price: text(),
  yearly_price: text(),
  created_at: instant().notNull(),
  /** Since when no checkout at another price is open. */
  started_at: instant(),
  withdrawn_at: instant(),
});

/** Members who were told of a price that begins with a later renewal of theirs. */
export const price_moves = pgTable(
  "price_moves",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Of the list with the price. */
    revision: integer().notNull(),
    subscription_id: text().notNull(),
    plan: text({ enum: ["monthly", "yearly"] }).notNull(),
    told_at: instant().notNull(),
    /** The first charge at the new price, as the mail says. */
    due_at: instant().notNull(),
    settled_at: instant(),
    /** `moved`: the renewal has the new price. `kept`: the subscription ended or changed in another way. */
    outcome: text({ enum: ["moved", "kept"] }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.revision] }),
    index("price_moves_revision").on(table.revision),
  ],
);

/** The versions of the terms and of the privacy policy that a member agreed to. */
export const agreements = pgTable(
  "agreements",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    document: text({ enum: ["terms", "privacy"] }).notNull(),
    /** The revision of our page, or the address of the operator's own page. */
    version: text().notNull(),
    agreed_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.document, table.version] })],
);
