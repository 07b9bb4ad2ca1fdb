import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { bumpCatalogue } from "@manabiya/server/src/catalogue/cache/version.ts";
import { freshQueries, type Query } from "../calls/queries.ts";
import type { Quiet } from "./quiet.ts";
import { percentile } from "./statistics.ts";
import type { Target } from "./rounds.ts";

export interface SearchFigure {
  kind: string;
  searches: number;
  /** Milliseconds of the first search for a text, and of its repetition. */
  first: { p50: number; p99: number };
  second: { p50: number; p99: number };
  /** Videos found, at the median. */
  found: number;
}

interface Taken {
  kind: string;
  first: number;
  second: number;
  found: number;
}

/** Searches of one measurement, which a disturbance repeats together. */
const MEASURED_TOGETHER = 20;
/** Milliseconds, slightly more than servers take to notice a new catalogue version, which empties their caches. */
const INVALIDATED = 1_500;

/** Each search runs twice; the first run finds no cached result. The last figure summarizes all. */
export async function searchFresh(target: Target, each: number, quiet: Quiet): Promise<SearchFigure[]> {
  const queries = freshQueries(each);
  const taken: Taken[] = [];
  for (let from = 0; from < queries.length; from += MEASURED_TOGETHER) {
    let isKnown = false;
    const some = await quiet.measure(async () => {
      if (isKnown) await emptyCaches(target);
      isKnown = true;
      return searchTwice(target, queries.slice(from, from + MEASURED_TOGETHER));
    });
    taken.push(...some);
  }
  const kinds = [...Map.groupBy(taken, ({ kind }) => kind)].sort(([a], [b]) => a.localeCompare(b));
  return [...kinds, ["all of them", taken] as const].map(([kind, list]) => summary(kind, list));
}

/** Uses Node's HTTP client, since `fetch` adds one to three milliseconds of its own. */
async function get(url: string, options: http.RequestOptions): Promise<{ status: number; body: unknown }> {
  const [response] = (await once(http.get(url, options), "response")) as [http.IncomingMessage];
  return { status: response.statusCode ?? 0, body: await json(response) };
}

async function searchTwice({ server, members }: Target, queries: Query[]): Promise<Taken[]> {
  const agent = new http.Agent({ keepAlive: true });
  const ask = async (path: string, member: number) => {
    const options = { agent, headers: members.headers(member) };
    const started = performance.now();
    let { status, body } = await get(`${server.url}${path}`, options);
    // The retry after a 503 counts towards the time.
    if (status === 503) ({ status, body } = await get(`${server.url}${path}`, options));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return { milliseconds: performance.now() - started, count: (body as { count: number }).count };
  };
  const taken: Taken[] = [];
  try {
    for (const [index, { kind, words, type, sort }] of queries.entries()) {
      const path = `/api/videos/search/?${new URLSearchParams({ q: words, type, ...(sort && { sort }) }).toString()}`;
      // Each member's searches are limited.
      const member = 2 + (index % 50);
      const first = await ask(path, member);
      const second = await ask(path, member);
      taken.push({ kind, first: first.milliseconds, second: second.milliseconds, found: first.count });
    }
  } finally {
    agent.destroy();
  }
  return taken;
}

/** Empties the server's caches, then loads again the data of every page. */
async function emptyCaches({ database, server, members }: Target): Promise<void> {
  await bumpCatalogue(database.db);
  await pause(INVALIDATED);
  await fetch(`${server.url}/api/videos/search/`, { headers: members.headers(2) });
}

function summary(kind: string, taken: Taken[]): SearchFigure {
  const sorted = (pick: (entry: Taken) => number) => taken.map(pick).sort((a, b) => a - b);
  const spread = (values: number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) });
  return {
    kind,
    searches: taken.length,
    first: spread(sorted(({ first }) => first)),
    second: spread(sorted(({ second }) => second)),
    found: percentile(
      sorted(({ found }) => found),
      0.5,
    ),
  };
}
