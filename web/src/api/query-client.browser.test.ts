import { expect, test } from "vitest";
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
