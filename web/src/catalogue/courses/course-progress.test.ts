import { expect, test } from "vitest";
import type { Lesson } from "../playlists/playlist-detail.ts";
import { progressOf } from "./course-progress.ts";

const VIDEO = {
  video_id: "",
  title: "",
  title_breaks: [],
  thumbnail: null,
  created_at: "",
  categories: [],
  tags: [],
  is_favorite: false,
  watch_later: false,
  view_count: 0,
};

type Given = Partial<Lesson> & { duration?: number | null; position?: number | null };

function course(...lessons: Given[]): Lesson[] {
  return lessons.map(({ duration = 600, position = null, ...lesson }, index) => ({
    id: index,
    is_finished: false,
    watched_at: null,
    ...lesson,
    video: { ...VIDEO, id: index, duration, position },
  }));
}

const DONE = { is_finished: true };
const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`;

test.each([
  ["an untouched course begins with its first lesson", course({}, {}), 0],
  ["the lesson watched last goes on", course(DONE, {}, { watched_at: at(2) }, { watched_at: at(1) }), 2],
  ["after a finished lesson the next open one follows", course({}, { ...DONE, watched_at: at(2) }, DONE, {}), 3],
  ["after the last lesson the one left out follows", course(DONE, {}, { ...DONE, watched_at: at(2) }), 1],
  ["marks by hand alone lead to the first open lesson", course(DONE, DONE, {}), 2],
  ["a finished course has no next lesson", course(DONE, DONE), -1],
])("%s", (_, lessons, next) => {
  expect(progressOf(lessons)?.next).toBe(next);
});

test.each([
  ["whole lessons", course({ duration: 3600 }, { duration: 1200 }), "残り1時間20分"],
  ["full hours", course({ duration: 3600 }, { ...DONE }), "残り1時間"],
  ["a begun lesson", course({ duration: 600, position: 330 }), "残り5分"],
  ["a lesson at its end that is not finished", course({ duration: 600, position: 599 }), "残り10分"],
  ["a few seconds", course({ duration: 20 }), "残り1分"],
  ["one lesson of unknown length", course({ duration: null }, { duration: 120 }), "残り2分以上"],
  ["lessons of unknown length alone", course({ duration: null }), null],
  ["a finished course", course(DONE), null],
])("the time left of %s", (_, lessons, timeLeft) => {
  expect(progressOf(lessons)?.timeLeft).toBe(timeLeft);
});

test("one lesson and 500 are counted", () => {
  expect(progressOf(course(DONE))).toMatchObject({ finished: 1, count: 1 });
  const many = course(...Array.from({ length: 500 }, (_, index) => ({ is_finished: index < 499 })));
  expect(progressOf(many)).toMatchObject({ finished: 499, count: 500, next: 499 });
});

test("an empty playlist has none", () => {
  expect(progressOf([])).toBeNull();
});
