import type pg from "pg";
import { indexMissing } from "@manabiya/server/src/catalogue/search/index-videos.ts";
import { type Database, openDatabase } from "@manabiya/server/src/db/open.ts";
import { loadCues } from "./cues.ts";
import { makeLesson } from "./lessons.ts";
import { Random } from "./random.ts";
import { indexAllReadings } from "./readings.ts";
import { CHAPTERS_PER_VIDEO, type DataSet } from "./sets.ts";
import { CATEGORIES, TERMS } from "./words.ts";

const SEED = 20_261_121;
const BATCH = 2_000;

/** Fills a migrated, empty database with a set. The data is identical in every run. */
export async function load(connection: pg.PoolConfig, set: DataSet): Promise<void> {
  let isOpen = true;
  const db = openDatabase({ ...connection, statement_timeout: 0 }, (error) => {
    // PostgreSQL may stop before the last connection is closed.
    if (isOpen) throw error;
  });
  try {
    await loadNames(db);
    await loadVideos(db, set);
    await loadCues(db, set.videos);
    await loadMembers(db, set);
    await indexMissing(db);
    await indexAllReadings(db);
    await db.query({ text: "vacuum analyze" });
  } finally {
    isOpen = false;
    await db.close();
  }
}

async function loadNames(db: Database): Promise<void> {
  for (const [parent, children] of Object.entries(CATEGORIES)) {
    await db.query({
      text: `with parent as (insert into categories (name) values ($1) returning id)
             insert into categories (name, parent) select name, parent.id from parent, unnest($2::text[]) as name`,
      values: [parent, children],
    });
  }
  await db.query({ text: `insert into tags (name) select unnest($1::text[])`, values: [TERMS.slice(0, 120)] });
}

/** One video per 15 minutes, the last one just published; child categories alternate. */
async function loadVideos(db: Database, set: DataSet): Promise<void> {
  const random = new Random(SEED);
  for (let from = 0; from < set.videos; from += BATCH) {
    const lessons = Array.from({ length: Math.min(BATCH, set.videos - from) }, () =>
      makeLesson(random, CHAPTERS_PER_VIDEO),
    );
    await db.query({
      text: `
        with lessons as (
          select $2::int + number as n, lesson from json_array_elements($1::json) with ordinality as l (lesson, number)),
        children as (select array_agg(id order by id) as ids from categories where parent is not null),
        made as (
          insert into videos (video_id, title, description, thumbnail, duration, category_ids, tag_ids, view_count,
                              created_at, published_at)
          select 'bench-' || n, lesson ->> 'title', lesson ->> 'description', md5(n::text)::uuid::text, 900,
                 array[children.ids[1 + n % cardinality(children.ids)]],
                 array[1 + n % 120, 1 + (n * 7 + 3) % 120], n * 37 % 5000, at, at
            from lessons, children,
                 lateral (select now() - ($3::int - n) * interval '15 minutes' as at) as published
           order by n
          returning id, video_id)
        insert into chapters (video_id, title, description, time_seconds)
        select made.id, chapter ->> 'title', chapter ->> 'description', (chapter ->> 'time_seconds')::int
          from made
          join lessons on made.video_id = 'bench-' || lessons.n,
               json_array_elements(lesson -> 'chapters') as chapter`,
      values: [JSON.stringify(lessons), from, set.videos],
    });
  }
}

/** Member 1 has the longest history. The rows of every other member follow from their number. */
async function loadMembers(db: Database, set: DataSet): Promise<void> {
  await db.query({
    text: `insert into users (username, email, password_hash, subscription_plan, subscription_status, created_at)
           select '会員' || n, 'member-' || n || '@example.com', 'no password fits', 'monthly', 'active', now()
             from generate_series(1, $1::int) as n order by n`,
    values: [set.members],
  });
  const restore = await withoutIndexes(db, ["watch_history", "favorites", "watch_later"]);
  // 7919 is coprime to every set's number of videos, so no video repeats for a member.
  const watched = (members: string, count: string) => `
    insert into watch_history (user_id, video_id, watched_at, position, duration)
    select u, 1 + (u::bigint * 31 + k * 7919) % ${set.videos}, now() - k * interval '47 minutes' - u * interval '1 ms',
           k % 900, 900
      from generate_series(${members}) as u, generate_series(0, ${count} - 1) as k`;
  await db.query({ text: watched("1, 1", String(set.longestHistory)) });
  for (let from = 2; from <= set.members; from += 10_000) {
    const to = Math.min(set.members, from + 9_999);
    await db.query({ text: watched(`${from}, ${to}`, String(set.history)) });
  }
  for (const table of ["favorites", "watch_later"]) {
    await db.query({
      text: `insert into ${table} (user_id, video_id, created_at)
             select u, 1 + (u::bigint * 17 + k * 7919) % ${set.videos}, now() - k * interval '5 hours'
               from generate_series(1, ${set.members}) as u, generate_series(0, 24) as k`,
    });
  }
  await restore();
  await db.query({
    text: `insert into member_counts (user_id, favorites, watch_later, watch_history)
           select id, 25, 25, case id when 1 then ${set.longestHistory} else ${set.history} end from users`,
  });
}

/** Drops constraints and indexes, which slow bulk inserts. @returns a function that restores them */
async function withoutIndexes(db: Database, tables: string[]): Promise<() => Promise<void>> {
  const { rows: constraints } = await db.query<{ table: string; name: string; definition: string }>({
    text: `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
             from pg_constraint where conrelid = any ($1::regclass[]) and contype in ('f', 'p')`,
    values: [tables],
  });
  const { rows: indexes } = await db.query<{ name: string; definition: string }>({
    text: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
             from pg_index where indrelid = any ($1::regclass[]) and not indisprimary`,
    values: [tables],
  });
  for (const { table, name } of constraints) await db.query({ text: `alter table ${table} drop constraint ${name}` });
  for (const { name } of indexes) await db.query({ text: `drop index ${name}` });
  return async () => {
    for (const { definition } of indexes) await db.query({ text: definition });
    for (const { table, name, definition } of constraints) {
      await db.query({ text: `alter table ${table} add constraint ${name} ${definition}` });
    }
  };
}
