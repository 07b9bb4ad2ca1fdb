import { contract } from "@manabiya/contract";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { insertCatalogue } from "../../src/seed/catalogue.ts";
import { createReadingsIndexer } from "../../src/catalogue/search/readings/index-readings.ts";
import type { PagedResult } from "../../src/http/paging.ts";
import { createUser } from "../testing/factories.ts";
import { useTestApp } from "../testing/test-app.ts";
import { judgedQueries } from "./judged-queries.ts";
import { FINDING_WORDS, WORDINGS } from "./wordings.ts";

const t = useTestApp();

/** Hits that a member sees before the first screen ends. */
const FIRST = 3;
/** Hits among which irrelevant ones are counted. */
const SEEN = 5;
/** Searches of one member below the limit of a minute. */
const SEARCHES_OF_A_MEMBER = 100;

/** Queries that people judged before they ran them, by kind, and such whose subject no video has. */
interface JudgedList {
  date: string;
  /**
   * The least shares of right videos among the first three and at the first place, the largest of empty answers, and the least
   * number of absent subjects that find nothing: what comes out.
   */
  held: { right: number; first: number; empty: number; absent: number };
  kinds: Record<string, [query: string, ...right: string[]][]>;
  absent: string[];
}

const GOALS = { right: 0.9, first: 0.8, empty: 0.05, absent: 20 };

const FOLDER = new URL("lists/", import.meta.url);
const lists: Record<string, JudgedList> = {
  "judged-queries.ts": { date: "2026-11-23", kinds: judgedQueries, absent: [], held: GOALS },
  ...Object.fromEntries(
    readdirSync(FOLDER).map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as JudgedList]),
  ),
};

let videoIds: ReadonlyMap<string, number>;
let searches = 0;
let headers = { authorization: "" };

beforeAll(async () => {
  videoIds = await insertCatalogue(t.db, new Map(), (days) => t.clock.daysAgo(days));
  await createReadingsIndexer(t.db)();
});

async function idsOf(q: string): Promise<number[]> {
  if (searches++ % SEARCHES_OF_A_MEMBER === 0) headers = await t.as((await createUser(t.db, t.clock)).id);
  const search = new URLSearchParams({ q, sort: "relevance" });
  const response = await t.app.inject({ url: `${contract.search.videos.url}?${search.toString()}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json<PagedResult<SearchHit>>().results.map(({ id }) => id);
}

async function measure(query: string, names: string[]) {
  const ids = await idsOf(query);
  const right = names.map((name) => videoIds.get(name));
  const isRight = (id: number) => right.includes(id);
  return {
    query,
    right: ids.slice(0, FIRST).some(isRight),
    first: ids.slice(0, 1).some(isRight),
    empty: ids.length === 0,
    noise: ids.slice(0, SEEN).filter((id) => !isRight(id)).length,
  };
}

type Measured = Awaited<ReturnType<typeof measure>>[];

const fractionOf = (measured: Measured, is: "right" | "first" | "empty") =>
  measured.filter((query) => query[is]).length / Math.max(1, measured.length);
const noise = (measured: Measured) =>
  measured.reduce((sum, query) => sum + query.noise, 0) / Math.max(1, measured.length);

/** Names the queries without a right hit; ∅ marks the empty ones. */
function lineOf(name: string, measured: Measured): string {
  const percent = (is: "right" | "first" | "empty") => `${is} ${(100 * fractionOf(measured, is)).toFixed(1)} %`;
  const wrong = measured.filter(({ right }) => !right).map(({ query, empty }) => (empty ? `${query}∅` : query));
  const shares = `${percent("right")}, ${percent("first")}, ${percent("empty")}, noise ${noise(measured).toFixed(2)}`;
  return `${name}: ${measured.length} queries, ${shares}${wrong.length === 0 ? "" : `; not right: ${wrong.join("、")}`}`;
}

test("at least 120 judged queries name videos of the demo", () => {
  const judged = Object.values(lists).flatMap(({ kinds }) => Object.values(kinds).flat());
  expect(judged.length).toBeGreaterThanOrEqual(120);
  const names = new Set(demoCatalogue.videos.map(({ video_id }) => video_id));
  expect(judged.flatMap(([, ...right]) => right).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(Object.entries(lists))("%s", (_file, { kinds, absent, held }) => {
  test("finds a right video among the first three, mostly first, with little else, and seldom nothing", async ({
    annotate,
  }) => {
    const all: Measured = [];
    for (const [kind, judged] of Object.entries(kinds)) {
      const measured: Measured = [];
      for (const [query, ...right] of judged) measured.push(await measure(query, right));
      await annotate(lineOf(kind, measured));
      all.push(...measured);
    }
    await annotate(lineOf("all", all));
    expect(fractionOf(all, "right")).toBeGreaterThanOrEqual(held.right);
    expect(fractionOf(all, "first")).toBeGreaterThanOrEqual(held.first);
    expect(fractionOf(all, "empty")).toBeLessThanOrEqual(held.empty);
    expect(noise(all)).toBeLessThanOrEqual(2);
  });

  test.runIf(absent.length > 0)("mostly finds nothing for a subject that no video has", async ({ annotate }) => {
    const found: string[] = [];
    for (const query of absent) if ((await idsOf(query)).length > 0) found.push(query);
    await annotate(`found: ${found.join("、")}`);
    expect(absent.length - found.length).toBeGreaterThanOrEqual(held.absent);
  });
});

/** Of the words. */
const RIGHT_IN_EACH_WORDING = 28;

test("a word finds the same video alone and in thirty wordings", async () => {
  const alone = new Map<string, number[]>();
  for (const word of FINDING_WORDS) alone.set(word, (await idsOf(word)).slice(0, FIRST));
  const failed: string[] = [];
  for (const wording of WORDINGS) {
    const wrong: string[] = [];
    for (const [word, ids] of alone) {
      const inWording = (await idsOf(wording.replace("◯◯", word))).slice(0, FIRST);
      if (!inWording.some((id) => ids.includes(id))) wrong.push(word);
    }
    if (FINDING_WORDS.length - wrong.length < RIGHT_IN_EACH_WORDING) failed.push(`${wording}: ${wrong.join("、")}`);
  }
  expect([FINDING_WORDS.length, WORDINGS.length]).toEqual([30, 30]);
  expect(failed).toEqual([]);
}, 60_000);
