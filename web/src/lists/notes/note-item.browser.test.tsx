import type { Note } from "@manabiya/contract/lists/notes.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession } from "../../session/session.ts";
import { queryClient } from "../../api/query-client.ts";
import { NoteItem, withUnsent } from "./note-item.tsx";
import type { UnsentNote } from "./unsent-notes.ts";

const NOTE: Note = {
  id: "6f0e4b0e-6c3e-4f5e-9a51-1f6a3a1c0b11",
  video_id: 1,
  video_title: "動画",
  kind: "note",
  second: 5,
  text: "前の内容",
  link: null,
  done_on: null,
  revision: 1,
  created_at: "2026-11-23T00:00:00.000Z",
  updated_at: "2026-11-23T00:00:00.000Z",
};
const LATER: Note = { ...NOTE, text: "別の端末の内容", revision: 2 };

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("no network"));
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  position = document.body.appendChild(document.createElement("ul"));
  root = createRoot(position);
});
afterEach(() => {
  root.unmount();
  position.remove();
  endSession("logged-out");
  vi.restoreAllMocks();
});

const unsentNotes = () => JSON.parse(localStorage.getItem("manabiya:notes:7") ?? "[]") as UnsentNote[];

function show(stored: Note, unsent: UnsentNote[] = []): void {
  const [note] = withUnsent([stored], unsent);
  if (!note) throw new Error("no note");
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <NoteItem note={note} position={null} />
      </QueryClientProvider>,
    ),
  );
}

const press = (label: string) =>
  flushSync(() =>
    [...position.querySelectorAll("button")]
      .find((button) => button.textContent === label || button.ariaLabel === label)
      ?.click(),
  );

const revisions = () => unsentNotes().map(({ body }) => body.revision);

test("an edit names the version that it began with, although the list brings a later one meanwhile", () => {
  show(NOTE);
  press("メモを編集");
  show(LATER);
  press("保存");
  expect(revisions()).toEqual([1]);
});

function typeText(text: string): void {
  const field = position.querySelector("textarea") ?? expect.fail();
  // React overrides the element's own property.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
  flushSync(() => field.dispatchEvent(new Event("input", { bubbles: true })));
}

test("an unsaved edit outlives a reload with the version that it began with, and ends with a press of キャンセル", async () => {
  show(NOTE);
  press("メモを編集");
  typeText("書きかけの内容");
  // Effects after the last rendering.
  await vi.waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain("書きかけ"));
  root.unmount();
  root = createRoot(position);
  show(LATER);
  expect(position.querySelector("textarea")?.value).toBe("書きかけの内容");
  expect(document.activeElement).toBe(document.body);
  press("保存");
  expect(unsentNotes()).toMatchObject([{ body: { text: "書きかけの内容", revision: 1 } }]);

  press("メモを編集");
  typeText("やめる内容");
  await vi.waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain("やめる"));
  press("キャンセル");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("やめる");
});

test("a pasted text that is too long stays, with a message", () => {
  show(NOTE);
  press("メモを編集");
  typeText("長".repeat(2001));
  expect(position.querySelector("textarea")?.maxLength).toBe(-1);
  press("保存");
  expect(position.textContent).toContain("メモは2000文字以内で入力してください。");
  expect(position.querySelector("textarea")?.value).toHaveLength(2001);
  press("キャンセル");
});

test("the focus follows from the button to the field and back", () => {
  show(NOTE);
  for (const end of ["キャンセル", "保存"]) {
    press("メモを編集");
    expect(document.activeElement).toBe(position.querySelector("textarea"));
    press(end);
    expect(document.activeElement?.ariaLabel).toBe("メモを編集");
  }
});

test("the dialog stays until the list has lost the note, so that the focus does not return to a button that goes", async () => {
  show(NOTE);
  press("メモを削除");
  vi.mocked(window.fetch).mockImplementation(async () => Response.json({ deleted: true }));
  press("削除");
  await vi.waitFor(() => expect(window.fetch).toHaveBeenCalled());
  await vi.waitFor(() => expect(position.querySelector("[aria-busy]")).toBeNull());
  expect(position.querySelector("dialog")?.open).toBe(true);
});

test("an unsent note that is deleted is deleted on the server too, which may have stored it", async () => {
  const { id, video_title, created_at, text, kind, second, link, done_on } = NOTE;
  const body = { video_id: 1, text, kind, second, link, done_on, revision: 0 };
  show({ ...NOTE, revision: 0 }, [{ id, video_title, created_at, body, refusal: null }]);
  press("メモを削除");
  press("削除");
  await vi.waitFor(() =>
    expect(window.fetch).toHaveBeenCalledWith(
      expect.stringContaining(`/api/notes/${id}/`),
      expect.objectContaining({ method: "DELETE" }),
    ),
  );
});

test("an edit of an unsent note names the version that was stored meanwhile", () => {
  const { id, video_title, created_at, text, kind, second, link, done_on } = NOTE;
  const body = { video_id: 1, text, kind, second, link, done_on, revision: 0 };
  show(NOTE, [{ id, video_title, created_at, body, refusal: null }]);
  press("メモを編集");
  show(NOTE);
  press("保存");
  expect(revisions()).toEqual([1]);
});

test("an edit of a note whose video was removed names no video", () => {
  show({ ...NOTE, video_id: null });
  press("メモを編集");
  press("保存");
  expect(unsentNotes().map(({ body }) => body.video_id)).toEqual([null]);
});

test("a conflict shows the text that the server has beside the member's own", async () => {
  const answer = { error: { type: "conflict", message: "別の画面で先に変更されています。" }, current: LATER };
  vi.mocked(window.fetch).mockImplementation(async () => Response.json(answer, { status: 409 }));
  show(NOTE);
  press("メモを編集");
  press("保存");
  await vi.waitFor(() => expect(unsentNotes()[0]?.refusal).toBeTruthy(), { timeout: 60_000 });
  show(LATER, unsentNotes());
  expect(position.textContent).toContain(NOTE.text);
  expect(position.textContent).toContain(LATER.text);
  press("この内容で保存する");
  expect(unsentNotes()).toMatchObject([{ refusal: null, body: { text: NOTE.text, revision: 2 } }]);
});
