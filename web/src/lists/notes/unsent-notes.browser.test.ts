import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginSession, endSession } from "../../session/session.ts";
import { saveNote, type UnsentNote } from "./unsent-notes.ts";

const TARO = { id: 7, username: "太郎", subscription_status: "active" } as const;
const KEY = "manabiya:notes:7";

beforeEach(() => {
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("no network"));
  beginSession({ user: TARO, token: { access: "a", refresh: "r" } });
});
afterEach(() => {
  endSession("logged-out");
  vi.restoreAllMocks();
});

const note = (text: string): UnsentNote => ({
  id: crypto.randomUUID(),
  body: { video_id: 1, kind: "note", second: 5, text, link: null, done_on: null, revision: 0 },
  video_title: "動画",
  created_at: "2026-11-23T00:00:00.000Z",
  refusal: null,
});

const stored = () =>
  (JSON.parse(localStorage.getItem(KEY) ?? "[]") as UnsentNote[]).map(({ body }) => body.text).toSorted();

test("a note stays although a page that was frozen while another stored it writes one later", () => {
  const first = note("a");
  saveNote(first);
  // A write of this document causes no event here, as one of another tab causes none in a frozen page.
  localStorage.setItem(KEY, JSON.stringify([first, note("b")]));
  saveNote(note("c"));
  expect(stored()).toEqual(["a", "b", "c"]);
});

test("notes last for the visit when storage refuses them", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  saveNote(note("a"));
  saveNote(note("b"));
  vi.mocked(Storage.prototype.setItem).mockRestore();
  saveNote(note("c"));
  expect(stored()).toEqual(["a", "b", "c"]);
});
