import { describe, expect, it } from "vitest";
import { formatClock } from "@manabiya/contract/rules/clock-time.ts";
import { spokenDuration } from "../../catalogue/videos/duration.ts";
import { runningChapter } from "./running-chapter.ts";
import { startSecond } from "./start-second.ts";
import { thumbnailSource } from "../../catalogue/videos/thumbnail-source.ts";

describe("lengths", () => {
  it.each([
    [0, "0:00", "0秒"],
    [9, "0:09", "9秒"],
    [263, "4:23", "4分23秒"],
    [3600, "1:00:00", "1時間"],
    [3725, "1:02:05", "1時間2分5秒"],
  ])("%i seconds", (seconds, shown, spoken) => {
    expect(formatClock(seconds)).toBe(shown);
    expect(spokenDuration(seconds)).toBe(spoken);
  });
});

describe("the running chapter", () => {
  const chapters = [{ time_seconds: 5 }, { time_seconds: 30 }, { time_seconds: 60 }];
  it.each([
    [0, -1],
    [5, 0],
    [29.9, 0],
    [30, 1],
    [1000, 2],
  ])("at %d s", (seconds, index) => {
    expect(runningChapter(chapters, seconds)).toBe(index);
  });
});

describe("where a video starts", () => {
  const video = { position: 40, duration: 100 };
  it.each([
    [null, 40],
    ["90", 90],
    ["0", 0],
    ["100", 40],
    ["-5", 40],
    ["1m30s", 40],
    ["", 40],
  ])("with t=%s", (link, second) => {
    expect(startSecond(video, link)).toBe(second);
  });
});

it("starts at its beginning if the server knows neither position nor length", () => {
  expect(startSecond({}, null)).toBe(0);
  expect(startSecond({ position: null, duration: 100 }, "90")).toBe(90);
});

describe("thumbnails", () => {
  it("of this service come in two sizes", () => {
    expect(thumbnailSource({ thumbnail: "/media/thumbnails/ai-640.webp", video_id: null })).toEqual({
      src: "/media/thumbnails/ai-640.webp",
      srcSet: "/media/thumbnails/ai-320.webp 320w, /media/thumbnails/ai-640.webp 640w",
    });
  });

  it("are the host's otherwise", () => {
    expect(thumbnailSource({ thumbnail: null, video_id: "UXqq0ZvbOnk" })?.src).toBe(
      "https://i.ytimg.com/vi/UXqq0ZvbOnk/mqdefault.jpg",
    );
  });

  it.each([null, "ai-toolcall-01.webm"])("are drawn by us for the id %s", (video_id) => {
    expect(thumbnailSource({ thumbnail: null, video_id })).toBeNull();
  });
});
