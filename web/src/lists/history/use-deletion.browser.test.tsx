import { contract } from "@manabiya/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession } from "../../session/session.ts";
import { queryClient } from "../../api/query-client.ts";
import { type Deletion, useDeletion } from "./use-deletion.ts";

const KEY = [contract.history.list.url, { querystring: { page: 1 } }];

let root: ReturnType<typeof createRoot>;
let deletion: ReturnType<typeof useDeletion>;

function Screen({ onRender }: { onRender: (given: typeof deletion) => void }) {
  const given = useDeletion(() => {});
  useLayoutEffect(() => onRender(given));
  return null;
}

beforeEach(() => {
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json({ message: "削除しました。" }));
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  root = createRoot(document.createElement("div"));
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screen onRender={(given) => void (deletion = given)} />
      </QueryClientProvider>,
    ),
  );
  const results = [1, 2, 3].map((id) => ({ id }));
  queryClient.setQueryData(KEY, { results, count: 43, next: "page 2", previous: null });
});
afterEach(() => {
  root.unmount();
  endSession("logged-out");
  queryClient.clear();
  vi.restoreAllMocks();
});

test.each<[Deletion, number[], number]>([
  [[2], [1, 3], 42],
  [[1, 3], [2], 41],
  [[1, 2, 3], [], 40],
  ["all", [], 0],
])("deleting %j leaves %j on the page and counts %i until the list is read again", async (given, ids, count) => {
  flushSync(() => deletion.ask(given));
  flushSync(() => deletion.confirm());
  await expect.poll(() => deletion.message).toBe("削除しました。");
  const list = queryClient.getQueryData<{ results: { id: number }[]; count: number }>(KEY);
  expect(list?.results.map(({ id }) => id)).toEqual(ids);
  expect(list?.count).toBe(count);
});
