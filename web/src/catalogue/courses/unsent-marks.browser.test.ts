import { contract } from "@manabiya/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession } from "../../session/session.ts";
import { queryClient } from "../../api/query-client.ts";
import { markLesson } from "./unsent-marks.ts";

const KEY = "manabiya:marks:7";
const QUERY = [contract.playlists.get.url, { params: { id: "3" } }];

let answers: ((response: Response | Error) => void)[];

beforeEach(() => {
  answers = [];
  vi.spyOn(window, "fetch").mockImplementation(
    () =>
      new Promise((resolve, reject) =>
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      ),
  );
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  queryClient.setQueryData(QUERY, { videos: [1, 2].map((id) => ({ id, is_finished: false, video: { id } })) });
});
afterEach(() => {
  endSession("logged-out");
  queryClient.clear();
  vi.restoreAllMocks();
});

const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "[]") as { id: number; is_finished: boolean }[];
const shown = () =>
  (queryClient.getQueryData(QUERY) as { videos: { is_finished: boolean }[] }).videos.map(
    ({ is_finished }) => is_finished,
  );
const ok = () => Response.json({ is_finished: true });

/** The `index`th request, counted from 0. */
async function answer(index: number, response: Response | Error): Promise<void> {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(index));
  answers[index]?.(response);
}

test("a mark stays in the browser until the server has it, and the playlist then shows it", async () => {
  markLesson({ id: 1, is_finished: true });
  expect(stored()).toEqual([{ id: 1, is_finished: true }]);
  await answer(0, new TypeError("no network"));
  // An event before the failure has arrived sends nothing.
  await vi.waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(answers).toHaveLength(2);
  });
  expect(stored()).toHaveLength(1);
  await answer(1, ok());
  await vi.waitFor(() => expect(stored()).toEqual([]));
  expect(shown()).toEqual([true, false]);
});

test("marks made while another is sent follow at once, and the last press of one lesson wins", async () => {
  markLesson({ id: 1, is_finished: true });
  markLesson({ id: 2, is_finished: true });
  markLesson({ id: 1, is_finished: false });
  await answer(0, ok());
  for (const index of [1, 2]) await answer(index, ok());
  await vi.waitFor(() => expect(stored()).toEqual([]));
  const sent = vi.mocked(window.fetch).mock.calls.map(([, options]) => JSON.stringify(options?.body));
  expect(sent.filter((body) => body.includes("false"))).toHaveLength(1);
  expect(shown()).toEqual([false, true]);
});

test("a mark of a lesson that left the service is dropped, and a logout leaves none", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  markLesson({ id: 1, is_finished: true });
  await answer(0, Response.json({ error: "動画が見つかりません。" }, { status: 404 }));
  await vi.waitFor(() => expect(stored()).toEqual([]));
  markLesson({ id: 2, is_finished: true });
  expect(stored()).toHaveLength(1);
  endSession("logged-out");
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("a logout keeps what another member could not send before that session ended by itself", () => {
  markLesson({ id: 2, is_finished: true });
  endSession("expired");
  const another = { id: 8, username: "花子", subscription_status: "active" } as const;
  beginSession({ user: another, token: { access: "b", refresh: "s" } });
  markLesson({ id: 1, is_finished: true });
  endSession("logged-out");
  expect([localStorage.getItem("manabiya:marks:8"), stored()]).toEqual([null, [{ id: 2, is_finished: true }]]);
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
});

test("a mark that another tab sent is read from the server", async () => {
  markLesson({ id: 1, is_finished: true });
  const before = localStorage.getItem(KEY);
  localStorage.removeItem(KEY);
  window.dispatchEvent(new StorageEvent("storage", { key: KEY, oldValue: before }));
  await vi.waitFor(() => expect(queryClient.getQueryState(QUERY)?.isInvalidated).toBe(true));
});
