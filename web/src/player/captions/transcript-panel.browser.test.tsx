import { QueryClientProvider } from "@tanstack/react-query";
import { createRef } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import TranscriptPanel, { type TranscriptPanelHandle } from "./transcript-panel.tsx";

const COUNT = 1_200;
const LINES = Array.from({ length: COUNT }, (_, index) => ({
  starts_ms: index * 2_000,
  ends_ms: index * 2_000 + 1_800,
  text: index % 300 === 7 ? `ここでＣｈａｔＧＰＴに頼みます${index}` : `${index}行目の言葉です`,
}));

let host: HTMLElement;
let root: ReturnType<typeof createRoot>;
const handle = createRef<TranscriptPanelHandle>();
const seeks: number[] = [];

function found<E extends Element>(type: new () => E, selector: string, inside: ParentNode = document): E {
  const element = inside.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`no ${selector}`);
  return element;
}
const list = () => found(HTMLOListElement, "ol");
const field = () => found(HTMLInputElement, "input");
const item = (index: number) => list().children[index] as HTMLElement;
const button = (index: number) => found(HTMLButtonElement, "button", item(index));
const resume = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "現在位置に戻る");
const current = () => [...list().children].findIndex((each) => each.querySelector("[aria-current]"));
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
};

function isSeen(index: number): boolean {
  const [outer, inner] = [list().getBoundingClientRect(), item(index).getBoundingClientRect()];
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}

function type(text: string): void {
  // React overrides the element's own property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), text);
  flushSync(() => field().dispatchEvent(new Event("input", { bubbles: true })));
}

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  flushSync(() =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more })),
  );

beforeEach(async () => {
  vi.spyOn(window, "fetch").mockImplementation(() => Promise.resolve(Response.json({ lines: LINES })));
  // Taller than the window, so that a scroll of the page would show.
  document.body.style.paddingTop = "120vh";
  host = document.body.appendChild(document.createElement("div"));
  host.style.cssText = "display: flex; flex-direction: column; height: 400px";
  root = createRoot(host);
  seeks.length = 0;
  root.render(
    <QueryClientProvider client={queryClient}>
      <TranscriptPanel
        ref={handle}
        video={{ id: 1 }}
        kind="open-lesson"
        secondNow={() => 1_000}
        onSeek={(seconds) => seeks.push(seconds)}
      />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(list().children).toHaveLength(COUNT), { timeout: 60_000 });
  Object.assign(list().style, { overflowY: "auto", position: "relative", height: "300px" });
  await frames(5);
});
afterEach(() => {
  root.unmount();
  host.remove();
  queryClient.clear();
  document.body.style.paddingTop = "";
  vi.restoreAllMocks();
});

test("follows the player inside its own list, stops when the member scrolls, and resumes by the button", async () => {
  expect(current()).toBe(500);
  expect(isSeen(500)).toBe(true);
  for (const line of [501, 520, 1_199, 3, 900]) {
    flushSync(() => handle.current?.moveTo(line * 2));
    await frames(5);
    expect(current()).toBe(line);
    expect(isSeen(line), String(line)).toBe(true);
  }
  expect(window.scrollY).toBe(0);
  expect(resume()).toBeUndefined();

  // Lines that turn out higher or lower than estimated also scroll the list.
  list().scrollTop = 0;
  await vi.waitFor(() => expect(isSeen(900)).toBe(true), { timeout: 60_000 });
  expect(resume()).toBeUndefined();

  list().dispatchEvent(new WheelEvent("wheel"));
  list().scrollTop = 0;
  await vi.waitFor(() => expect(resume()).toBeDefined(), { timeout: 60_000 });
  flushSync(() => handle.current?.moveTo(1_900));
  await frames(5);
  expect(list().scrollTop).toBe(0);
  flushSync(() => resume()?.click());
  await frames(5);
  expect(isSeen(950)).toBe(true);
  expect(document.activeElement).toBe(button(950));
  expect(window.scrollY).toBe(0);
  expect(resume()).toBeUndefined();
});

test("finds and marks lines whatever their width and case, and moves between them by keys", async () => {
  const status = () => document.querySelector("[role=status]")?.textContent;
  type("chatgpt");
  await vi.waitFor(() => expect(status()).toBe("4件中1件目"), { timeout: 60_000 });
  await frames(5);
  expect(isSeen(7)).toBe(true);
  expect(item(7).querySelector("mark")?.textContent).toBe("ＣｈａｔＧＰＴ");
  press(field(), "Enter");
  press(field(), "Enter", { shiftKey: true });
  press(field(), "Enter", { shiftKey: true });
  expect(status()).toBe("4件中4件目");
  press(field(), "Enter", { isComposing: true });
  expect(status()).toBe("4件中4件目");
  await frames(5);
  expect(isSeen(907)).toBe(true);
  expect(button(907).tabIndex).toBe(0);
  type("存在しない言葉");
  await vi.waitFor(() => expect(status()).toBe("0件"), { timeout: 60_000 });
  type("");
  await vi.waitFor(() => expect(document.querySelectorAll("mark")).toHaveLength(0), { timeout: 60_000 });
});

test("has one stop for Tab, moves by arrows, and plays from a line, but not while text is selected", async () => {
  expect([...list().querySelectorAll("button")].filter(({ tabIndex }) => tabIndex === 0)).toEqual([button(500)]);
  flushSync(() => button(500).focus());
  press(button(500), "ArrowDown");
  expect(document.activeElement).toBe(button(501));
  press(button(501), "PageUp");
  press(button(491), "ArrowUp");
  expect(document.activeElement).toBe(button(490));
  press(button(490), "Home");
  press(button(0), "ArrowUp");
  expect(document.activeElement).toBe(button(0));
  press(button(0), "End");
  expect(document.activeElement).toBe(button(1_199));
  flushSync(() => button(1_199).click());
  expect(seeks).toEqual([2_398]);

  const text = found(HTMLSpanElement, "span[id]", item(3));
  window.getSelection()?.selectAllChildren(text);
  text.click();
  expect(seeks).toEqual([2_398]);
  expect(window.getSelection()?.toString()).toBe("3行目の言葉です");
  window.getSelection()?.removeAllRanges();
  text.click();
  expect(seeks).toEqual([2_398, 6]);
  await vi.waitFor(() => expect(current()).toBe(3), { timeout: 60_000 });
});
