import { contract } from "@manabiya/contract";
import type { SearchHit } from "@manabiya/contract/catalogue/search.ts";
import { demoCatalogue } from "@manabiya/demo/content/catalogue.ts";
import { beforeAll, expect, test } from "vitest";
import { insertCatalogue } from "../../src/seed/catalogue.ts";
import { createReadingsIndexer } from "../../src/catalogue/search/readings/index-readings.ts";
import type { PagedResult } from "../../src/http/paging.ts";
import { createUser } from "../testing/factories.ts";
import { useTestApp } from "../testing/test-app.ts";
import { judgedQueries } from "./judged-queries.ts";

const t = useTestApp();

/** Hits that a member sees before the first screen ends. */
const FIRST = 3;
/** Searches of one member below the limit of a minute. */
const SEARCHES_OF_A_MEMBER = 100;
/** Shares of all queries. */
const RIGHT_AT_LEAST = 0.95;
const EMPTY_AT_MOST = 0.02;

const queries = Object.entries(judgedQueries).flatMap(([kind, judged]) =>
  judged.map(([query, ...right]) => ({ kind, query, right })),
);

let videoIds: ReadonlyMap<string, number>;

beforeAll(async () => {
  videoIds = await insertCatalogue(t.db, new Map(), (days) => t.clock.daysAgo(days));
  await createReadingsIndexer(t.db)();
});

async function measure() {
  let headers = { authorization: "" };
  const measured = [];
  for (const [index, judged] of queries.entries()) {
    if (index % SEARCHES_OF_A_MEMBER === 0) headers = await t.as((await createUser(t.db, t.clock)).id);
    const search = new URLSearchParams({ q: judged.query, sort: "relevance" });
    const response = await t.app.inject({ url: `${contract.search.videos.url}?${search.toString()}`, headers });
    expect(response.statusCode).toBe(200);
    const { count, results } = response.json<PagedResult<SearchHit>>();
    const right = judged.right.map((name) => videoIds.get(name));
    measured.push({
      ...judged,
      isRight: results.slice(0, FIRST).some(({ id }) => right.includes(id)),
      isEmpty: count === 0,
    });
  }
  return measured;
}

type Measured = Awaited<ReturnType<typeof measure>>;

const fractionOf = (measured: Measured, is: "isRight" | "isEmpty") =>
  measured.filter((query) => query[is]).length / measured.length;

function lineOf(name: string, measured: Measured): string {
  const percent = (is: "isRight" | "isEmpty") => `${(100 * fractionOf(measured, is)).toFixed(1)} %`;
  return `${name}: ${measured.length} queries, right ${percent("isRight")}, empty ${percent("isEmpty")}`;
}

/** Names the queries without a right hit; ∅ marks the empty ones. */
function wrongOf(measured: Measured): string {
  const wrong = measured.filter(({ isRight }) => !isRight).map(({ query, isEmpty }) => (isEmpty ? `${query}∅` : query));
  return wrong.length === 0 ? "" : `; not right: ${wrong.join("、")}`;
}

test("at least 120 judged queries name videos of the demo", () => {
  expect(queries.length).toBeGreaterThanOrEqual(120);
  expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
  const names = new Set(demoCatalogue.videos.map(({ video_id }) => video_id));
  expect(queries.flatMap(({ right }) => right).filter((name) => !names.has(name))).toEqual([]);
});

test("the judged queries find a right video among the first three, and few find nothing", async ({ annotate }) => {
  const measured = await measure();
  for (const [kind, ofKind] of Map.groupBy(measured, ({ kind }) => kind)) {
    await annotate(lineOf(kind, ofKind) + wrongOf(ofKind));
  }
  await annotate(lineOf("all", measured));
  expect(fractionOf(measured, "isRight")).toBeGreaterThanOrEqual(RIGHT_AT_LEAST);
  expect(fractionOf(measured, "isEmpty")).toBeLessThanOrEqual(EMPTY_AT_MOST);
});
