import { contract } from "@manabiya/contract";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createApp } from "../src/app.ts";
import { openDatabase } from "../src/db/open.ts";
import { indexMissing } from "../src/catalogue/search/index-videos.ts";
import { allStatements } from "./testing/database/all-statements.ts";
import { createUser } from "./testing/factories.ts";
import { FILL, fillDatabase, SMALL_TABLES } from "./testing/large-database.ts";
import { touchLists } from "./testing/member-counts.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp({ catalogueMaxAge: 60_000 });
let headers: { authorization: string };
let userId: number;

/** Tables of the schema. */
let tables: string[];
/** Those that grow with members or videos. */
let big: string[];

// Indexing takes a minute on a busy machine.
beforeAll(async () => {
  userId = (await createUser(t.db, t.clock)).id;
  headers = await t.as(userId);
  await t.db.transaction(async (tx) => {
    // Filling may exceed a request's time.
    await tx.allowTime(120_000);
    await fillDatabase(tx, t.clock.daysAgo(1), userId);
  });
  await indexMissing(t.db);
  // Analysing all texts would take minutes. Each key stands for a video.
  await t.db.query({
    text: `update video_search_readings set texts_hash = '', title_readings = array[video_id],
                  names_readings = array[video_id], description_readings = array[video_id], chapter_readings = array[video_id]`,
  });
  const { rows } = await t.db.query<{ name: string }>({
    text: "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  });
  for (const { name } of rows) await t.db.query({ text: `vacuum analyze ${name}` });
  // Cached for all members: `MAY_READ_ALL`.
  await t.app.inject({ url: contract.playlists.list.url, headers });
  tables = rows.map(({ name }) => name);
  big = tables.filter((name) => !Object.hasOwn(SMALL_TABLES, name));
});

test("names rows for every table of the schema and for no other: server/test/testing/large-database.ts", () => {
  expect(Object.keys(FILL).toSorted()).toEqual(tables.toSorted());
});

test("fills every growing table with enough rows to reveal a missing index", async () => {
  const { rows } = await t.db.query<{ name: string }>({
    text: "select relname as name from pg_class where relname = any ($1) and reltuples < 2500",
    values: [big],
  });
  expect(rows.map(({ name }) => name)).toEqual([]);
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Alias?: string;
  "Plan Rows": number;
  Plans?: Plan[];
}

/** Plan nodes of the statements that a request runs, without the session look-up. */
async function plansOf(url: string): Promise<Plan[][]> {
  await touchLists(t.db);
  const spy = vi.spyOn(t.db, "query");
  expect((await t.app.inject({ url, headers })).statusCode).toBe(200);
  const queries = spy.mock.calls.map(([query]) => query).filter(({ name }) => !name?.startsWith("auth."));
  spy.mockRestore();
  const plans = [];
  for (const { name, text, values = [] } of queries) {
    plans.push(await (name === undefined ? explainOnce(text, values) : explainGeneric(text, values)));
  }
  return plans;
}

type Explained = { "QUERY PLAN": [{ Plan: Plan }] };

/** PostgreSQL plans an unnamed statement for its values. */
async function explainOnce(text: string, values: unknown[]): Promise<Plan[]> {
  const { rows } = await t.db.query<Explained>({ text: `explain (format json) ${text}`, values });
  return nodes(rows[0]?.["QUERY PLAN"][0].Plan);
}

/** After a few runs PostgreSQL uses a generic plan for a named statement. */
async function explainGeneric(text: string, values: unknown[]): Promise<Plan[]> {
  return t.db.transaction(async (tx) => {
    await tx.query({ text: "set local plan_cache_mode = force_generic_plan" });
    await tx.query({ text: `prepare planned as ${text}` });
    const literals = values.map((value) => (value === null ? "null" : pg.escapeLiteral(toText(value)))).join(", ");
    const execute = values.length > 0 ? `execute planned (${literals})` : "execute planned";
    const { rows } = await tx.query<Explained>({ text: `explain (format json) ${execute}` });
    await tx.query({ text: "deallocate planned" });
    return nodes(rows[0]?.["QUERY PLAN"][0].Plan);
  });
}

function toText(value: unknown): string {
  return Array.isArray(value) ? `{${value.join()}}` : String(value);
}

function nodes(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(nodes)] : [];
}

const wholeTables = (plans: Plan[]) =>
  plans.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);

describe("reads no whole table for", () => {
  const category = contract.categories.videos.url.replace(":id", "7");
  test.each([
    ["the first page of the history", contract.history.list.url],
    ["its oldest page", `${contract.history.list.url}?ordering=created_at`],
    ["its page in the middle", `${contract.history.list.url}?page=100`],
    ["the first page of the favourites", contract.favorites.list.url],
    ["the first page of a category", category],
    ["a search for one character", `${contract.search.videos.url}?q=${encodeURIComponent("動")}`],
    ["a search for a word", `${contract.search.videos.url}?q=abc`],
    ["a search for a word by a user without access", `${contract.search.videos.url}?q=abc`, "inactive"],
    ["their search for a long word", `${contract.search.videos.url}?q=1a2b3c4d`, "inactive"],
    ["a search for a long word", `${contract.search.videos.url}?q=1a2b3c4d&type=title`],
    ["the open lessons", contract.openLessons.list.url],
    ["a search for kana", `${contract.search.videos.url}?q=${encodeURIComponent("みだし")}`],
    [
      "a search for kana by a user without access",
      `${contract.search.videos.url}?q=${encodeURIComponent("みだし")}`,
      "inactive",
    ],
    ["a search for a long word everywhere", `${contract.search.videos.url}?q=1a2b3c4d`],
    ["a search for a spoken word", `${contract.search.videos.url}?q=${encodeURIComponent("話した")}`],
    ["a search by relevance", `${contract.search.videos.url}?q=1a2&sort=relevance`],
    [
      "a search for a sentence",
      `${contract.search.videos.url}?q=${encodeURIComponent("動画の見出しを知りたい、1a2 ぬぬぬ")}`,
    ],
    ["a search for kana in a sentence", `${contract.search.videos.url}?q=${encodeURIComponent("みだしのつくりかた")}`],
    ["a search for a misspelt word", `${contract.search.videos.url}?q=${encodeURIComponent("スクリンリダー")}`],
    ["suggestions for one letter", `${contract.suggestions.list.url}?q=1`],
    ["suggestions for kana", `${contract.suggestions.list.url}?q=${encodeURIComponent("みだし")}`],
    ["suggestions for two words", `${contract.suggestions.list.url}?q=1a2+3c4d`],
    ["a video", contract.videos.get.url.replace(":id", "7")],
  ])("%s", async (_name, url, status = "active") => {
    // Searches name playlists from one answer for all members.
    await t.app.inject({ url: contract.playlists.list.url, headers });
    await t.db.query({ text: "update users set subscription_status = $2 where id = $1", values: [userId, status] });
    const plans = await plansOf(url);
    await t.db.query({ text: "update users set subscription_status = 'active' where id = $1", values: [userId] });
    expect(plans.length).toBeGreaterThan(0);
    const read = plans.flatMap(wholeTables).filter((table) => big.includes(table ?? ""));
    expect(read).toEqual([]);
  });
});

test("reads no whole table for a home page with computed recommendations", async () => {
  const url = contract.home.get.url;
  await t.app.inject({ url, headers });
  const plans = await plansOf(url);
  expect(plans).toHaveLength(2);
  expect(plans.flatMap(wholeTables).filter((table) => big.includes(table ?? ""))).toEqual([]);
});

test("a first page by relevance that titles fill searches nothing else again", async () => {
  const plans = await plansOf(`${contract.search.videos.url}?q=${encodeURIComponent("動画")}&sort=relevance`);
  const types = plans.map((nodes) => nodes.map((node) => node["Node Type"]));
  // The statement that counts hits has a limit, too.
  const ranking = plans.filter((_, at) => types[at]?.includes("Limit") && !types[at].includes("CTE Scan")).flat();
  const indexes = ranking.flatMap((node) => node["Index Name"] ?? []);
  expect(indexes).toContain("video_search_grams_title");
  expect(indexes).not.toContain("video_search_grams_all");
});

test("looks up only the videos on the page of a long list, by key", async () => {
  const pages = [contract.search.videos.url, contract.history.list.url, contract.favorites.list.url];
  const plans: Plan[] = [];
  for (const page of pages) plans.push(...(await plansOf(page)).flat());
  const limited = plans.filter((node) => node["Node Type"] === "Limit").flatMap(({ Plans = [] }) => Plans);
  const lookups = limited.filter((node) => /^k(_|$)/.test(node.Alias ?? ""));
  // The three pages look up each list, except the list that a page shows itself.
  const byIndex = Map.groupBy(lookups, (node) => node["Index Name"]);
  expect(Object.fromEntries([...byIndex].map(([index, nodes]) => [index, nodes.length]))).toEqual({
    favorites_user_id_video_id_pk: 2,
    watch_history_user_id_video_id_pk: 2,
    watch_later_user_id_video_id_pk: 3,
  });
  const positions = lookups.filter((node) => node["Index Name"]?.startsWith("watch_history"));
  expect(positions.map((node) => node["Node Type"])).toEqual(["Index Only Scan", "Index Only Scan"]);
});

test("plans each statement once, however many members request at once", async () => {
  const urls = [
    contract.search.videos.url,
    contract.favorites.list.url,
    contract.history.list.url,
    contract.home.get.url,
    contract.notices.count.url,
  ];
  const members = await Promise.all(Array.from({ length: 16 }, (_, index) => t.as(index + 1)));
  // PostgreSQL caches plans per connection.
  const db = openDatabase({ ...t.connection, max: 1 }, () => {});
  const app = await createApp({ ...t.deps, db });
  const request = async (url: string, count: number) => {
    await touchLists(t.db);
    const responses = members.slice(0, count).map((headers) => app.inject({ url, headers }));
    for (const { statusCode } of await Promise.all(responses)) expect(statusCode).toBe(200);
  };
  const planned = async () => {
    const { rows } = await db.query<{ name: string; custom_plans: number }>({
      text: "select name, custom_plans from pg_prepared_statements",
    });
    return rows;
  };
  try {
    // Computes the recommendations of all members.
    await request(contract.home.get.url, 16);
    // PostgreSQL considers a generic plan after five custom ones.
    for (const url of urls) for (let run = 0; run < 10; run++) await request(url, 1);
    const before = await planned();
    expect(before.length).toBeGreaterThanOrEqual(6);
    for (const url of urls) for (const count of [1, 16, 2]) await request(url, count);
    expect(await planned()).toEqual(before);
    const named = before.filter(({ name }) => !name.startsWith("home.") || name === "home.list");
    expect(named.filter(({ custom_plans }) => custom_plans > 5)).toEqual([]);
  } finally {
    await app.close();
    await db.close();
  }
});

describe("uses an index-only scan for the offset in", () => {
  test.each([
    ["the history", contract.history.list.url, "watch_history_newest"],
    ["the favourites", contract.favorites.list.url, "favorites_newest"],
    ["new videos", contract.search.videos.url, "videos_newest"],
  ])("%s", async (_name, url, index) => {
    const plans = (await plansOf(`${url}?page=50`)).flat();
    const limited = plans.filter((node) => node["Node Type"] === "Limit").flatMap(({ Plans = [] }) => Plans);
    const scans = limited.filter((node) => node["Index Name"] === index);
    expect(scans.length).toBeGreaterThan(0);
    expect(new Set(scans.map((node) => node["Node Type"]))).toEqual(new Set(["Index Only Scan"]));
    expect(plans.filter((node) => node["Node Type"] === "Sort" && node["Plan Rows"] > 100)).toEqual([]);
  });
});

/** Statements that may read a whole table, by the beginning of their name, with the reason. */
const MAY_READ_ALL = {
  "admin-mailings.count-audiences": "counts the members of an audience when staff open the form",
  "retention.": "a job, once an hour",
  "search.mark-outdated-readings": "a job, once in the life of a process",
  "reconcile.": "a job, once an hour",
  "media.shown": "a job, once an hour",
  "close-account.": "once in the life of an account",
  "admin-colleagues.list": "superusers; reads all staff",
  "accounts.lock-staff": "superusers change rights, or staff close their account",
  "playback.due": "a job, five times a night",
  "films.delete-unused": "a job, once an hour",
  "films.files": "a job, once an hour",
  "films.sum": "staff; sums up all films",
  "films.request": "staff; a press for all films",
  "metrics.video-checks": "the oldest of all checks, once a scrape",
  "search.popular-tags": "one answer for all members, cached; its newest videos are all of the test",
  "playlists.list": "one answer for all members, cached",
  "courses.list": "the member's state in every playlist; staff keep at most 200 of 1,000 videos",
  "certificates.list": "the same, when a member opens the page",
  "playlist-management.order": "staff; most playlists hold a large part of the test's rows",
  "dashboard.videos_without_chapters": "staff; counts all videos",
  "dashboard.opening": "superusers of a site that is not open yet, whose tables are small",
  "dashboard.shared_accounts": "staff; the plan for any instant reads a third of the hours",
  "dashboard.empty-searches": "staff; the plan for any first day reads a third of the keywords",
  "figures.close-terms": "a job, once a day",
  "figures.delete-pending": "a job, once an hour",
  "figures.terms": "staff; a keyword that is known stays known",
  "undo.": "staff take a hundred records or more back at once, which are a large part of the test's rows",
  "admin-members.list": "staff; each page counts its whole list",
  "admin-questions.": "staff; a page counts its whole list",
  "dashboard.reported_questions": "staff; its plan reads the questions for the few reports",
  "admin-alerts.list": "staff; the filters are optional, so the plan for any values cannot use their indexes",
  "moving.count-members": "superusers; counts all members before an export",
  "admin-coupons.figures": "staff; sums up all orders with a coupon, and reads the contracts of their members",
};

test.each(["by=7", "subject=member&subject_id=7", "part_of=7", "trash=true", "from=2026-11-20&to=2026-11-21"])(
  "filters the log without reading all of it: %s",
  async (filter) => {
    await t.db.query({ text: "update users set is_superuser = true where id = $1", values: [userId] });
    const plans = await plansOf(`${contract.audit.list.url}?${filter}`);
    await t.db.query({ text: "update users set is_superuser = false where id = $1", values: [userId] });
    expect(plans).toHaveLength(3);
    expect(wholeTables(plans.flat()).filter((table) => big.includes(table ?? ""))).toEqual([]);
  },
);

test("finds ending trials and failing payments without reading all members", async () => {
  const loaded = await allStatements();
  for (const filter of ["trial_ending", "payment_failing"]) {
    const text = loaded.get(`admin-members.list-${filter}`)?.text ?? "";
    const plans = await explainGeneric(text, [t.clock.daysAgo(0), "%%", 20, 0]);
    expect(plans.length).toBeGreaterThan(3);
    expect(wholeTables(plans).filter((table) => big.includes(table ?? ""))).toEqual([]);
  }
});

test("every statement uses an index on big tables, or is listed with a reason", async () => {
  const allowed = Object.keys(MAY_READ_ALL);
  const problems: string[] = [];
  for (const [name, { text }] of await allStatements()) {
    if (/^set\b/.test(text) || allowed.some((beginning) => name.startsWith(beginning))) continue;
    const parameters = new Set(text.match(/\$\d+/g)).size;
    const plans = await explainGeneric(text, Array<null>(parameters).fill(null));
    const read = [...new Set(wholeTables(plans))].filter((table) => big.includes(table ?? ""));
    if (read.length > 0) problems.push(`${name} reads all of ${read.join(", ")}`);
  }
  expect(problems).toEqual([]);
});
