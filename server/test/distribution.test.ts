import { type Route, contract } from "@manabiya/contract";
import { everyCall } from "@manabiya/contract/every-call.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../src/app.ts";
import { createRefreshTokens } from "../src/accounts/sessions/refresh-token.ts";
import { deriveKey } from "../src/crypto/keys.ts";
import type { Database } from "../src/db/open.ts";
import { createCaptions, createCategory, createNotice, createPlaylist, createSession } from "./testing/factories.ts";
import { createTag, createUser, createVideo } from "./testing/factories.ts";
import { declaredTables, distributionScript, partitionByMember } from "./testing/database/partition-by-member.ts";
import { createTestDatabase } from "./testing/database/test-database.ts";
import { type Touched, touchedRows } from "./testing/database/touched-rows.ts";
import { touchLists } from "./testing/member-counts.ts";
import { TEST_SECRET, useTestApp } from "./testing/test-app.ts";

const t = useTestApp();
let client: pg.Client;

/** Statements that ran, with what each run touched. */
const ran = new Map<string, Touched[]>();
let app: Awaited<ReturnType<typeof createApp>>;
let ids: Record<string, number>;
let members: number[];

beforeAll(async () => {
  client = new pg.Client(t.connection);
  await client.connect();
  await partitionByMember(client);
  app = await createApp({ ...t.deps, db: recording(t.db) });
  const category = (await createCategory(t.db, "分類")).id;
  const tag = (await createTag(t.db, "入門")).id;
  const given = { title: "入門の動画", category_ids: [category], tag_ids: [tag] };
  const videos = [];
  for (let more = 0; more < 30; more++) videos.push((await createVideo(t.db, t.clock, given)).id);
  const [video = 0] = videos;
  await createCaptions(t.db, video, ["話した言葉"]);
  const playlist = (await createPlaylist(t.db, t.clock, "はじめに", videos)).id;
  await t.db.query({ text: "insert into home_curation values (1, $1, $2)", values: [[video], playlist] });
  ids = { videos: video, categories: category, playlists: playlist, notices: (await createNotice(t.db, t.clock)).id };
  await createNotice(t.db, t.clock);
  members = [];
  for (let more = 0; more < 4; more++) members.push((await createUser(t.db, t.clock)).id);
  ran.clear();
});

afterAll(async () => {
  await app.close();
  await client.end();
});

let looking = Promise.resolve();

/**
 * Looks at each statement before it runs. PostgreSQL cannot return `xmax` through a partitioned table; shards of Citus are
 * plain tables.
 */
function recording(db: Database): Database {
  return {
    query: async (query) => {
      const text = query.text.replaceAll("(xmax = 0)", "true");
      const { name = text, values = [] } = query;
      looking = looking.then(async () => {
        ran.set(name, [...(ran.get(name) ?? []), await touchedRows(client, text, values)]);
      });
      await looking;
      return db.query({ ...query, text });
    },
    transaction: (work) => db.transaction((tx) => work(recording(tx))),
    allowTime: (milliseconds) => db.allowTime(milliseconds),
  };
}

/** Calls that a signed-in member's screens make all the time. */
const HOT = new Map<string, Route>(
  [
    { home: contract.home, videos: contract.videos, search: contract.search, categories: contract.categories },
    { tags: contract.tags, playlists: contract.playlists, favorites: contract.favorites, history: contract.history },
    { watchLater: contract.watchLater, notices: contract.notices, profile: { get: contract.profile.get } },
    { auth: { refresh: contract.auth.refresh, logout: contract.auth.logout } },
    { transcripts: { ofVideo: contract.transcripts.ofVideo } },
    { notes: contract.notes, courses: contract.courses, suggestions: contract.suggestions, today: contract.today },
  ].flatMap((areas) =>
    Object.entries<Record<string, Route>>(areas).flatMap(([area, calls]) =>
      Object.entries(calls).map(([call, route]): [string, Route] => [`${area}.${call}`, route]),
    ),
  ),
);

const refreshTokens = createRefreshTokens(deriveKey(TEST_SECRET, "refresh-token"));

const NOTE = "11111111-1111-4111-8111-111111111111";

const inputs: Record<string, { query?: string; bodies?: (member: number) => Promise<object[]> | object[] }> = {
  "search.videos": { query: "?q=入門" },
  "suggestions.list": { query: "?q=入" },
  "suggestions.otherSearches": { query: "?q=入門" },
  "videos.progress": { bodies: () => [{}, ...[10, 20, 805, 815].map((position) => ({ position, duration: 900 }))] },
  "courses.mark": { bodies: () => [{ is_finished: true }] },
  "notes.write": {
    bodies: () =>
      [0, 1].map((revision) => ({
        ...{ kind: "note", second: 3, text: `メモ${revision}`, link: null, done_on: null, revision },
        video_id: ids["videos"],
      })),
  },
  "auth.refresh": {
    bodies: async (member) => {
      const sessionId = await createSession(t.db, member, t.clock);
      const token = refreshTokens.issue(sessionId, 0);
      const plain = await createSession(t.db, member, t.clock);
      await t.db.query({ text: "update sessions set rotates = false where id = $1", values: [plain] });
      return [{ refresh: token }, { refresh: token }, { refresh: refreshTokens.issue(plain, 0) }];
    },
  },
  "auth.logout": {
    bodies: async (member) => {
      const sessionId = await createSession(t.db, member, t.clock);
      return [{ refresh_token: refreshTokens.issue(sessionId, 0) }];
    },
  },
};

/** Calls that delete what the others read come last. */
const order = [...HOT].sort(([a], [b]) => Number(/remove|logout/.test(a)) - Number(/remove|logout/.test(b)));

async function callAs(member: number, headers: object, [name, route]: [string, Route]): Promise<void> {
  const { query = "", bodies } = inputs[name] ?? {};
  const area = route.url.split("/")[2] ?? "";
  const url = route.url.replace(":id", area === "notes" ? NOTE : String(ids[area] ?? ids["videos"])) + encodeURI(query);
  for (const payload of (await bodies?.(member)) ?? [undefined]) {
    t.clock.advance({ seconds: bodies ? 8 : 1 });
    const response = await app.inject({
      method: route.method,
      url,
      headers: { ...headers },
      ...(payload && { payload }),
    });
    // A note that is changed again is of an older revision.
    expect([200, 409], `${name} ${response.body}`).toContain(response.statusCode);
  }
}

/** A statement that the rule forbids on the hot path, with the reason why it is there. */
const EXCEPTIONS: Record<string, string> = {
  "auth.find-current-users": "a token names a session and no member, so the session leads to the member's counter",
  "auth.advance-session": "a token names a session and no member",
  "auth.find-session": "a token names a session and no member",
  "auth.revoke-session": "a token names a session and no member",
  "auth.touch-session": "a token names a session and no member",
  "videos.prolong-addresses": "writes the session of the request, once in minutes",
  "videos.count-view": "writes the catalogue's count together with the member's history, once per view",
  "videos.save-position-near-end":
    "tells other tools of a finished lesson, whose messages stand beside those of all members",
  "courses.mark": "tells other tools of a finished lesson, as above",
  "limits.take-1": "a limit also counts networks and everybody",
  "home.popular": "reads the views of days, once per minute and process",
};

/** Names of members' partitions: a statement that reads one of each table reads one member. */
const membersOf = (partitions: Iterable<string>) => new Set([...partitions].map((name) => name.replace(/^.*_/, "")));

/** @returns violations of the rule, as sentences */
function problemsOf(name: string, runs: Touched[]): string[] {
  const tables = new Set(runs.flatMap(({ partitions, unproven }) => [...partitions.keys(), ...unproven]));
  const unproven = [...tables].filter((table) => !runs.some(({ partitions }) => partitions.has(table)));
  const problems = runs.flatMap(({ classes, partitions, changed }) => [
    ...(membersOf([...partitions.values()].flatMap((read) => [...read])).size > 1
      ? ["reads rows of several members"]
      : []),
    ...(classes.has("local") ? ["needs a table that stays on one machine"] : []),
    ...(changed.has("reference") ? ["writes the catalogue"] : []),
  ]);
  return [
    ...[...new Set(problems)].map((problem) => `${name} ${problem}`),
    ...unproven.map((table) => `${name} did not read ${table}: give the member rows with which it does`),
  ];
}

test("the script names every table of the schema once", async () => {
  const database = await createTestDatabase();
  const schema = new pg.Client(database.url);
  await schema.connect();
  const { rows } = await schema.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  await schema.end();
  await database.drop();
  const names = declaredTables().map(([name]) => name);
  const remedy = "Name each table once in deploy/cluster/citus/distribute-tables.sql: distributed, reference or local.";
  expect(names.toSorted(), remedy).toEqual(rows.map(({ name }) => name));
});

test.each([
  ["a unique key without the member", "'sessions', 'user_id'", /unique constraint on partitioned table must include/],
  ["a column that a table does not have", "'stripe_events', 'user_id'", /does not exist/],
  ["a reference to a table that stays on one machine", "'mailing_recipients', 'user_id'", /is no reference table/],
  [
    "a reference that empties the member's column",
    "'membership_changes', 'user_id'",
    /changes the distribution column/,
  ],
])("the check of the script refuses %s", async (_name, table, problem) => {
  const database = await createTestDatabase();
  const planted = new pg.Client(database.url);
  await planted.connect();
  const script = distributionScript().replace("commit;", `select create_distributed_table(${table}); commit;`);
  await expect(partitionByMember(planted, script)).rejects.toThrow(problem);
  await planted.end();
  await database.drop();
});

test("no table that stays on one machine is referred to by one that is distributed", async () => {
  const classes = new Map(declaredTables());
  const { rows } = await client.query<{ source: string; target: string }>(
    `select distinct regexp_replace(conrelid::regclass::text, '_member_\\d+$', '') as source,
            regexp_replace(confrelid::regclass::text, '_member_\\d+$', '') as target
       from pg_constraint where contype = 'f'`,
  );
  const spread = rows.filter(
    ({ source, target }) =>
      (classes.get(target) === "distributed" && classes.get(source) !== "distributed") ||
      (classes.get(target) === "local" && classes.get(source) !== "local"),
  );
  expect(spread).toEqual([]);
});

async function callAll(member: number): Promise<void> {
  const headers = await t.as(member);
  await touchLists(t.db);
  for (const call of order) await callAs(member, headers, call);
}

test("every statement of the hot path touches one member's rows or the catalogue alone", async () => {
  expect(everyCall.filter(({ name }) => HOT.has(name))).toHaveLength(HOT.size);
  const [member = 0] = members;
  // The first minute of a day in Japan also reads the day before.
  t.clock.advance({ days: 0.5 });
  await callAll(member);
  // A film of our own also prolongs the addresses of its file.
  await t.db.query({ text: "update videos set host = 'file' where id = $1", values: [ids["videos"]] });
  await callAll(member);
  expect(ran.size).toBeGreaterThan(40);
  const problems = [...ran].flatMap(([name, runs]) => problemsOf(name, runs));
  const excepted = (problem: string) => Object.hasOwn(EXCEPTIONS, problem.split(" ")[0] ?? "");
  const remedy = "Restrict each table to the member, or add an exception with its reason";
  expect(
    problems.filter((problem) => !excepted(problem)),
    remedy,
  ).toEqual([]);
  const needed = new Set(problems.map((problem) => problem.split(" ")[0] ?? ""));
  expect(
    [...needed].toSorted((a, b) => a.localeCompare(b)),
    "exceptions that are needed",
  ).toEqual(Object.keys(EXCEPTIONS).toSorted((a, b) => a.localeCompare(b)));
});

/** They serve up to sixteen members at once (decisions/004), each by an index. Citus needs them one by one. */
const BATCHES = [
  "auth.find-current-users",
  "favorites.list-newest",
  "home.list",
  "notices.count-unread",
  "videos.member-entries",
  "watch_history.list-newest",
  "watch_later.list-newest",
];

test("statements of members who ask at once touch the rows of these members alone", async () => {
  const asked = members.slice(1);
  const headers = await Promise.all(asked.map((member) => t.as(member)));
  await touchLists(t.db);
  ran.clear();
  const reads = order.filter(([name, { method }]) => method === "GET" && !/notes|courses|today/.test(name));
  for (const call of reads) await Promise.all(asked.map((member, index) => callAs(member, headers[index] ?? {}, call)));
  const several = [...ran].filter(([name, runs]) => problemsOf(name, runs).some((each) => each.includes("several")));
  expect(several.map(([name]) => name).toSorted()).toEqual(BATCHES);
  const most = [...ran].map(([, runs]) =>
    Math.max(...runs.map(({ partitions }) => Math.max(0, ...[...partitions.values()].map((read) => read.size)))),
  );
  expect(Math.max(...most)).toBeLessThanOrEqual(asked.length);
});

test.each([
  ["reads the rows of everybody", "select count(*) from favorites where video_id = $1", [1]],
  ["joins members", "select f.video_id from favorites f join notes n using (video_id) where f.user_id = $1", [1]],
  [
    "forgets the member in a subquery",
    "select (select max(position) from watch_history) from favorites where user_id = $1",
    [1],
  ],
  ["writes the catalogue", "with gone as (delete from notes where user_id = $1) update videos set view_count = 1", [1]],
  ["reads a table of all members", "select from sessions s join favorites f using (user_id) where s.user_id = $1", [1]],
])("the rule finds a statement that %s", async (_name, text, values) => {
  const touched = await touchedRows(client, text, values);
  expect(problemsOf("planted", [touched])).not.toEqual([]);
});
