import { type Route, contract } from "@manabiya/contract";
import { afterEach, expect, test, vi } from "vitest";
import { query } from "./calls.ts";
import { invalidate, queryClient } from "./query-client.ts";

/** A query whose answers the test provides, one per request. */
function controlled(url: string) {
  const answers: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  return { queryKey: [url], queryFn, answers };
}

test("a response in flight during a change is discarded", async () => {
  const { answers, ...home } = controlled("/api/home/");
  void queryClient.prefetchQuery(home);
  await expect.poll(() => answers.length).toBe(1);
  await invalidate(["/api/home/"]);
  const shown = queryClient.fetchQuery(home);
  answers[0]?.("before");
  answers[1]?.("after");
  expect(await shown).toBe("after");
});

test("a change does not invalidate unrelated queries", async () => {
  const { answers, ...tags } = controlled("/api/tags/");
  const fetched = queryClient.prefetchQuery(tags);
  await invalidate(["/api/home/"]);
  answers[0]?.("first");
  await fetched;
  expect(answers).toHaveLength(1);
  expect(queryClient.getQueryState(tags.queryKey)?.isInvalidated).toBe(false);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const reads = Object.values<Record<string, Route>>(contract)
  .flatMap((calls) => Object.values(calls))
  .filter(({ method }) => method === "GET");

/** Replaces the network; @returns the number of requests by method and address, which `answer` never fulfils. */
function countRequests(answer: (signal: AbortSignal) => Promise<never>): Map<string, number> {
  const counts = new Map<string, number>();
  vi.stubGlobal("fetch", (path: string, { signal }: { signal: AbortSignal }) => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    return answer(signal);
  });
  return counts;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));

test("no query asks a second time after a request that was not answered in time", async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(30));
  const requests = countRequests(untilAborted);
  const outcomes = await Promise.allSettled(reads.map((route) => queryClient.fetchQuery(query(route, {}))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
  expect([...requests.values()].filter((count) => count !== 1)).toEqual([]);
  expect(requests.size).toBeGreaterThan(25);
});

test("a query without a connection asks once more", async () => {
  const requests = countRequests(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(queryClient.fetchQuery(query(contract.home.get))).rejects.toThrow("サーバーとの通信に失敗しました。");
  expect([...requests]).toEqual([["/api/home/", 2]]);
});
