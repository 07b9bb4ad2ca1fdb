import type { TodayCandidate } from "@manabiya/contract/lists/today.ts";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession } from "../session/session.ts";
import { storeSession } from "../lists/today/session.ts";
import TodayBar, { type TodayBarHandle } from "./today-bar.tsx";

const video = (id: number): TodayCandidate["video"] => ({
  id,
  video_id: String(id),
  title: `動画${id}`,
  thumbnail: null,
  duration: 600,
  position: 0,
});
const item = (id: number) => ({
  video: video(id),
  chapter: null,
  from: 0,
  to: 60,
  isPart: true,
  reason: "new" as const,
  playlist: null,
});

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;
let router: ReturnType<typeof createMemoryRouter>;
let handle: TodayBarHandle | null;

beforeEach(() => {
  vi.useFakeTimers();
  storeSession({ minutes: 5, items: [item(1), item(2)], index: 0, watched: [0, 0], isDone: false });
  position = document.body.appendChild(document.createElement("div"));
  root = createRoot(position);
  const bar = <TodayBar ref={(now) => void (handle = now)} videoId={1} onPause={() => undefined} />;
  router = createMemoryRouter(
    [
      { path: "/video/1", element: bar },
      { path: "/video/2", element: <p>二本目のページ</p> },
    ],
    { initialEntries: ["/video/1?t=0&today=1"] },
  );
  flushSync(() => root.render(<RouterProvider router={router} />));
  for (const seconds of [59, 60]) flushSync(() => handle?.handle({ type: "time", seconds }));
});
afterEach(() => {
  root.unmount();
  position.remove();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const address = () => router.state.location.pathname + router.state.location.search;
const left = () => /(\d)秒後に進みます/.exec(position.textContent)?.[1] ?? null;

async function wait(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    // The state that a timer set is drawn before the next second.
    flushSync(() => {});
  }
}

test("leads on to the next video eight seconds after an item", async () => {
  await wait(7);
  expect([left(), address()]).toEqual(["1", "/video/1?t=0&today=1"]);
  await wait(1);
  expect(address()).toBe("/video/2?t=0&today=2");
});

test("stays if the member says so or plays on", async () => {
  flushSync(() =>
    [...position.querySelectorAll("button")].find((each) => each.textContent.includes("とどまる"))?.click(),
  );
  await wait(20);
  expect([left(), address()]).toEqual([null, "/video/1?t=0&today=1"]);
});

test.each([
  ["a hidden tab", () => vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")],
  ["a member who types", () => position.appendChild(document.createElement("textarea")).focus()],
  ["an open dialog", () => position.appendChild(document.createElement("dialog")).showModal()],
])("%s holds the countdown, which begins again after it", async (_, hold) => {
  await wait(5);
  hold();
  await wait(60);
  expect([left(), address()]).toEqual(["8", "/video/1?t=0&today=1"]);
  vi.restoreAllMocks();
  position.querySelector("textarea")?.blur();
  position.querySelector("dialog")?.close();
  await wait(8);
  expect(address()).toBe("/video/2?t=0&today=2");
});

test("a logout leaves nothing of the session in the tab", () => {
  const stored = () => Object.keys(sessionStorage).filter((key) => key.startsWith("manabiya:today:"));
  expect(stored()).toHaveLength(1);
  beginSession({ user: { id: 7, username: "太郎", subscription_status: "active" }, token: { access: "a" } });
  endSession("logged-out");
  expect(stored()).toEqual([]);
});
