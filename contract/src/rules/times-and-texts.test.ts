import { describe, expect, test } from "vitest";
import { formatClock, formatMilliseconds, parseClock, parseMilliseconds } from "./clock-time.ts";
import { chaptersIn } from "./description-chapters.ts";
import { HOST_VIDEO_ID_MAX, parseHostVideo } from "./host-video.ts";
import { addDays, countDays, japanDay, startOfJapanDay } from "./japan-day.ts";
import { DEVELOPMENT_VALUES, escapeHtml, fillPlaceholders, placeholder, PLACEHOLDERS } from "./page-placeholders.ts";
import { NOTICE_PAGE_SIZE, PAGE_MAX, PAGE_SIZE, pageCount } from "./pager.ts";
import { phraseBreaks } from "./phrase-breaks.ts";
import { isUnfinished, resumeAt } from "./resume.ts";
import { HITS_MAX, SEARCH_MAX, searchWords } from "./search-text.ts";
import { STATUS_TEXT, statusText } from "./status-text.ts";
import { TRASH_DAYS, VIDEO_FILE_MAX_BYTES } from "./stored-videos.ts";
import { formatTimeCode } from "./time-code.ts";
import { VIDEO_PATH, wantedVideo } from "./wanted-video.ts";

describe("clock times", () => {
  test.each([
    [0, "0:00"],
    [9, "0:09"],
    [10, "0:10"],
    [59, "0:59"],
    [59.9, "0:59"],
    [60, "1:00"],
    [599, "9:59"],
    [600, "10:00"],
    [3599, "59:59"],
    [3600, "1:00:00"],
    [3659, "1:00:59"],
    [3661, "1:01:01"],
    [36_000, "10:00:00"],
    [359_999, "99:59:59"],
  ])("%d seconds are shown as %s, and read back", (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
    expect(parseClock(text)).toBe(Math.floor(seconds));
  });

  test.each([
    ["1:59", 119],
    ["1:60", null],
    ["1:59:59", 7199],
    ["1:60:00", null],
    ["999:59", 59_999],
    ["9999:59", 599_999],
    ["10000:00", null],
    ["0:5", null],
  ])("%s is read as %j", (text, seconds) => {
    expect(parseClock(text)).toBe(seconds);
  });
});

describe("times of captions", () => {
  test.each([
    [0, "00:00:00.000"],
    [65_500, "00:01:05.500"],
    [3_599_999, "00:59:59.999"],
    [3_725_050, "01:02:05.050"],
    [359_999_999, "99:59:59.999"],
  ])("%d milliseconds are written as %s, and read back", (milliseconds, text) => {
    expect(formatMilliseconds(milliseconds)).toBe(text);
    expect(parseMilliseconds(text)).toBe(milliseconds);
    expect(parseMilliseconds(formatMilliseconds(milliseconds, ","))).toBe(milliseconds);
  });

  test.each([
    ["１：０２．５", 62_500],
    ["62:05", 3_725_000],
    ["0:5", 5_000],
    ["", null],
    ["5", null],
    ["0.5", null],
    ["1:60:00", null],
    ["1:60", null],
    ["a:05", null],
  ])("%s is read as %j", (text, milliseconds) => {
    expect(parseMilliseconds(text)).toBe(milliseconds);
  });
});

describe("time codes", () => {
  test.each([
    [-1, "00:00"],
    [-0.5, "00:00"],
    [NaN, "00:00"],
    [Infinity, "00:00"],
    [0, "00:00"],
    [9.99, "00:09"],
    [59, "00:59"],
    [60, "01:00"],
    [95, "01:35"],
    [599, "09:59"],
    [3599, "59:59"],
    [3600, "60:00"],
    [3725, "62:05"],
    [6000, "100:00"],
  ])("%d seconds are shown as %s", (seconds, text) => {
    expect(formatTimeCode(seconds)).toBe(text);
  });
});

describe("days of Japan", () => {
  test("the last millisecond of a day belongs to it", () => {
    for (const day of ["2026-01-01", "2026-02-28", "2028-02-29", "2026-12-31"]) {
      const start = startOfJapanDay(day);
      const next = startOfJapanDay(addDays(day, 1));
      expect([japanDay(start - 1), japanDay(start), japanDay(next - 1), japanDay(next)]).toEqual([
        addDays(day, -1),
        day,
        day,
        addDays(day, 1),
      ]);
      expect(next - start).toBe(86_400_000);
    }
  });

  test.each([
    ["2026-01-01", "2026-01-01", 1],
    ["2026-01-01", "2026-01-02", 2],
    ["2026-01-02", "2026-01-01", 0],
    ["2028-02-28", "2028-03-01", 3],
    ["2026-12-31", "2027-01-01", 2],
  ])("from %s to %s are %i days", (from, to, days) => {
    expect(countDays(from, to)).toBe(days);
    expect(addDays(from, days - 1)).toBe(to);
  });
});

describe("watching", () => {
  test.each<[position: number | null, duration: number | null, isUnfinished: boolean]>([
    [null, null, false],
    [0, null, false],
    [4, null, false],
    [4.9, 600, false],
    [5, null, true],
    [5, 600, true],
    // The last ten seconds decide below 200 seconds, 95 % above.
    [189, 200, true],
    [190, 200, false],
    [191, 210, true],
    [199, 210, true],
    [199.5, 210, false],
    [5, 15, false],
    [5, 16, true],
    [6, 16, false],
    [601, 600, false],
    [5, 0, false],
  ])("at %j of %j seconds a video is unfinished: %j", (position, duration, expected) => {
    expect(isUnfinished(position, duration)).toBe(expected);
    expect(resumeAt(position, duration)).toBe(expected ? position : 0);
  });
});

describe("chapters of a description", () => {
  const title = (length: number) => "章".repeat(length);

  test.each([
    [199, 199],
    [200, 200],
    [201, 200],
  ])("a title of %i characters has %i of them", (given, most) => {
    expect(chaptersIn(`0:00 ${title(given)}`)).toEqual([{ title: title(most), time_seconds: 0 }]);
  });

  test("a wrong time, no title, or text before the time is no chapter; each second counts once", () => {
    expect(chaptersIn("1:60 秒\n1:00\n話 1:00 題\n1:00 一\n1:00 二\r\n0:59 前\r1:01 後")).toEqual([
      { title: "前", time_seconds: 59 },
      { title: "一", time_seconds: 60 },
      { title: "後", time_seconds: 61 },
    ]);
  });
});

describe("ids at hosts", () => {
  test.each([1, 63, 64])("an id of %i characters is one", (length) => {
    const id = "a".repeat(length);
    expect(parseHostVideo(id)).toEqual({ host: null, video_id: id, host_hash: null });
    expect(parseHostVideo(`${id}.mp4`)).toMatchObject({ host: "file", video_id: `${id}.mp4` });
  });

  test.each([
    [10, null],
    [11, { host: "youtube", video_id: "a".repeat(11) }],
    [12, null],
  ])("an address at YouTube holds an id of eleven characters: %i", (length, found) => {
    const video = parseHostVideo(`https://youtu.be/${"a".repeat(length)}`);
    if (found === null) expect(video).toBeNull();
    else expect(video).toMatchObject(found);
  });

  test("65 characters are none, in no form", () => {
    const id = "a".repeat(65);
    for (const text of [id, `https://youtu.be/${id}`, `https://www.youtube.com/watch?v=${id}`, `${id}.webm`]) {
      expect(parseHostVideo(text), text).toBeNull();
    }
    expect(HOST_VIDEO_ID_MAX).toBe(69);
  });

  test.each([
    ["1".repeat(20), true],
    ["1".repeat(21), false],
  ])("Vimeo's number %s: %j", (id, isOne) => {
    expect(parseHostVideo(`https://vimeo.com/${id}`)).toEqual(
      isOne ? { host: "vimeo", video_id: id, host_hash: null } : null,
    );
  });

  test.each([
    ["abcde", null],
    ["abcdef", "abcdef"],
    ["a".repeat(40), "a".repeat(40)],
    ["a".repeat(41), null],
    ["abcdeg", null],
  ])("Vimeo's key %s is read as %j", (key, expected) => {
    expect(parseHostVideo(`https://vimeo.com/76979871?h=${key}`)).toMatchObject({ host_hash: expected });
    expect(parseHostVideo(`https://vimeo.com/76979871/${key}`)).toMatchObject({ host_hash: expected });
  });
});

describe("the video that an address leads to", () => {
  test.each([
    ["/video/1", "/video/1"],
    ["/video/1?t=30", "/video/1"],
    ["/video/a.b-c_d#x", "/video/a.b-c_d"],
    [`/video/${"a".repeat(100)}`, `/video/${"a".repeat(100)}`],
    [`/video/${"a".repeat(101)}`, undefined],
    ["/video/", undefined],
    ["/video/1/", undefined],
    ["/video/1/edit", undefined],
    ["/videos/1", undefined],
    ["//video/1", undefined],
    ["https://evil.example/video/1", undefined],
    [" /video/1", undefined],
    ["/video/日本", undefined],
  ])("%s: %j", (address, path) => {
    expect(wantedVideo(address)).toBe(path);
    expect(VIDEO_PATH.test(address)).toBe(address === path);
  });
});

describe("texts", () => {
  test.each([
    [400, STATUS_TEXT[400]],
    [401, STATUS_TEXT[401]],
    [403, STATUS_TEXT[403]],
    [399, STATUS_TEXT.other],
    [402, STATUS_TEXT.other],
    [404, STATUS_TEXT.other],
    [500, STATUS_TEXT.other],
  ])("status %i: %s", (status, text) => {
    expect(statusText(status)).toBe(text);
  });

  test.each([
    ["あー", ["あー"]],
    ["かばー", ["かばー"]],
    ["さーばー", ["さーば"]],
    ["かばん", ["かばん"]],
    ["ーーーー", ["ーーー"]],
  ])("the words of %s are %j", (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });

  test("every placeholder of a page is filled, everywhere and escaped", () => {
    const values = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `<${name}>`])) as typeof DEVELOPMENT_VALUES;
    const page = PLACEHOLDERS.map((name) => placeholder(name).repeat(2)).join(" ");
    expect(fillPlaceholders(page, values)).toBe(PLACEHOLDERS.map((name) => `&lt;${name}&gt;`.repeat(2)).join(" "));
    expect(escapeHtml(`<a href="x" title='&lt;'>`)).toBe("&lt;a href=&quot;x&quot; title=&#39;&amp;lt;&#39;&gt;");
    expect(DEVELOPMENT_VALUES.PRICE_MONTHLY).toBe("1,650円");
  });

  test("a line breaks between phrases and beside marks, never inside a word of ASCII or before a particle", () => {
    const everywhere = (text: string) => [...text].map((_, index) => index).slice(1);
    const split = (text: string, boundariesOf: (given: string) => number[]) => {
      const ends = [...phraseBreaks(text, boundariesOf), text.length];
      return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
    };
    expect(split("AB本を、読む", everywhere)).toEqual(["AB", "本を、", "読", "む"]);
    expect(split("いつか「本」を読む。さて", () => [])).toEqual(["いつか", "「本」を読む。", "さて"]);
    expect(split("名前（なまえ）", () => [])).toEqual(["名前", "（なまえ）"]);
  });
});

test("the limits that both sides share", () => {
  expect({ PAGE_SIZE, NOTICE_PAGE_SIZE, PAGE_MAX, SEARCH_MAX, HITS_MAX, TRASH_DAYS, VIDEO_FILE_MAX_BYTES }).toEqual({
    PAGE_SIZE: 20,
    NOTICE_PAGE_SIZE: 10,
    PAGE_MAX: 10_000,
    SEARCH_MAX: 100,
    HITS_MAX: 10_000,
    TRASH_DAYS: 30,
    VIDEO_FILE_MAX_BYTES: 4_294_967_296,
  });
  expect([PAGE_MAX * PAGE_SIZE, PAGE_MAX * PAGE_SIZE + 1].map((entries) => pageCount(entries))).toEqual([
    PAGE_MAX,
    PAGE_MAX,
  ]);
  expect(pageCount(PAGE_MAX * PAGE_SIZE - PAGE_SIZE)).toBe(PAGE_MAX - 1);
});
