import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseAutoNext } from "./auto-next-choice.ts";
import AutoNext, { type AutoNextHandle } from "./auto-next.tsx";

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;
let router: ReturnType<typeof createMemoryRouter>;
let handle: AutoNextHandle | null;

beforeEach(() => {
  vi.useFakeTimers();
  chooseAutoNext(true);
  position = document.body.appendChild(document.createElement("div"));
  root = createRoot(position);
  const countdown = (
    <div>
      <a href="#next">次の動画</a>
      <AutoNext ref={(now) => void (handle = now)} to="/video/2?playlist=1" title="二本目" />
    </div>
  );
  router = createMemoryRouter([
    { path: "/", element: countdown },
    { path: "/video/2", element: <p>二本目のページ</p> },
  ]);
  flushSync(() => root.render(<RouterProvider router={router} />));
});
afterEach(() => {
  root.unmount();
  position.remove();
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const address = () => router.state.location.pathname + router.state.location.search;
const left = () => /(\d)秒後に再生します/.exec(position.textContent)?.[1] ?? null;
const announced = () => position.querySelector("[role=status]")?.textContent;

async function wait(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    // The state that a timer set is drawn before the next second.
    flushSync(() => {});
  }
}

test("opens the next lesson after eight seconds, and says so once", async () => {
  await wait(1);
  expect(left()).toBe("7");
  expect(announced()).toBe("8秒後に次の動画「二本目」を再生します。Escキーでキャンセルできます。");
  await wait(6);
  expect([left(), address()]).toEqual(["1", "/"]);
  await wait(1);
  expect(address()).toBe("/video/2?playlist=1");
});

test.each([
  ["Escape", () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))],
  ["the button", () => position.querySelector("button")?.click()],
  ["a seek", () => handle?.cancel()],
])("%s cancels", async (_, cancel) => {
  await wait(5);
  flushSync(() => void cancel());
  await wait(20);
  expect([left(), address(), announced()]).toEqual([null, "/", "自動再生をキャンセルしました。"]);
});

test("after the button the focus is on the link to the next lesson", () => {
  position.querySelector("button")?.focus();
  flushSync(() => position.querySelector("button")?.click());
  expect(document.activeElement).toBe(position.querySelector("a"));
});

test("the switch turns it off, also while it counts", async () => {
  await wait(5);
  flushSync(() => chooseAutoNext(false));
  await wait(20);
  expect([left(), address(), announced()]).toEqual([null, "/", ""]);
});

const fullscreen = document.createElement("div");

test.each([
  ["a hidden tab", () => vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")],
  ["another element in full screen", () => vi.spyOn(document, "fullscreenElement", "get").mockReturnValue(fullscreen)],
  ["a member who types", () => position.appendChild(document.createElement("textarea")).focus()],
  ["an open dialog", () => position.appendChild(document.createElement("dialog")).showModal()],
])("%s holds the countdown, which begins again after it", async (_, hold) => {
  await wait(5);
  hold();
  await wait(60);
  expect([left(), address()]).toEqual(["8", "/"]);
  vi.restoreAllMocks();
  position.querySelector("textarea")?.blur();
  position.querySelector("dialog")?.close();
  await wait(7);
  expect([left(), address()]).toEqual(["1", "/"]);
  await wait(1);
  expect(address()).toBe("/video/2?playlist=1");
});

test("a slider or a list that the member used last does not hold it", async () => {
  const control = position.appendChild(document.createElement("input"));
  control.type = "range";
  control.focus();
  await wait(8);
  expect(address()).toBe("/video/2?playlist=1");
});
