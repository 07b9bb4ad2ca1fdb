import { expect, test } from "vitest";
import { withFlag } from "./saved-flags.ts";

const video = (id: number) => ({ id, title: `動画${id}`, is_favorite: false, watch_later: true, tags: [{ id }] });

test("a flag changes in every copy of a video, at any depth", () => {
  const home = { newVideos: [video(1), video(2)], historyVideos: [video(2)] };
  expect(withFlag(home, "is_favorite", 2, true)).toEqual({
    newVideos: [video(1), { ...video(2), is_favorite: true }],
    historyVideos: [{ ...video(2), is_favorite: true }],
  });
  const watched = { ...video(1), related_videos: [video(2), video(3)] };
  expect(withFlag(watched, "watch_later", 1, false)).toEqual({ ...watched, watch_later: false });
  expect(withFlag(watched, "watch_later", 3, false).related_videos).toEqual([
    video(2),
    { ...video(3), watch_later: false },
  ]);
});

test("unchanged parts stay the same objects", () => {
  const list = { results: [video(1), video(2)], count: 2 };
  expect(withFlag(list, "is_favorite", 9, true)).toBe(list);
  expect(withFlag(list, "watch_later", 2, true)).toBe(list);
  expect(withFlag(list, "watch_later", 2, false).results[0]).toBe(list.results[0]);
});

test.each([undefined, null, "動画", 7, [], { id: 2, name: "広告" }])("%o holds no video", (value) => {
  expect(withFlag<unknown>(value, "is_favorite", 2, true)).toBe(value);
});
