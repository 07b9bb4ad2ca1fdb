import { expect, test } from "vitest";
import { beyondFilm, formatClock, parseClock, readClocks } from "./clock-time.ts";

test.each([
  ["0:00", 0],
  ["1:30", 90],
  ["15:45", 945],
  [" 01:05 ", 65],
  ["1:02:03", 3723],
  ["１：３０", 90],
  ["99:59", 5999],
  ["0:24:10", 1450],
  ["00:24:10.000", 1450],
  ["'1:30", 90],
  ["1分30秒", 90],
  ["1時間2分3秒", 3723],
  ["2m 5s", 125],
  ["1h 2m 3s", 3723],
])("%s is a time", (text, seconds) => {
  expect(parseClock(text)).toBe(seconds);
});

test.each([
  "",
  "90",
  "1:60",
  "1:2",
  "1:75:00",
  "-1:30",
  "1:30:00:00",
  "=1:30",
  "一分",
  "1.5",
  "分",
  "2026/1/1 0:10:00",
  "1".repeat(100_000),
])("%s is no time", (text) => {
  expect(parseClock(text)).toBeNull();
});

const TYPED = ["0:00", "1:30", "15:45", "24:10", "62:05"];
const SECONDS = [0, 90, 945, 1450, 3725];

/** Texts that each program saves after somebody typed these minutes and seconds. */
test.each([
  ["Excel", ["0:00", "1:30", "15:45", "24:10:00", "62:05:00"]],
  ["Excel in the format [h]:mm:ss", ["0:00:00", "1:30:00", "15:45:00", "24:10:00", "62:05:00"]],
  ["Excel in the format [mm]:ss", ["00:00", "1:30", "15:45", "1450:00", "3725:00"]],
  [
    "Excel in a format with a date",
    ["1900/1/0 0:00", "1900/1/0 1:30", "1900/1/0 15:45", "1900/1/1 0:10", "1900/1/2 14:05"],
  ],
  ["Excel without a format", ["0", "0.0625", "0.65625", "1.00694444444444", "2.58680555555556"]],
  ["LibreOffice", ["00:00:00", "01:30:00", "15:45:00", "24:10:00", "62:05:00"]],
  [
    "LibreOffice with a date",
    [
      "1899-12-30 00:00:00",
      "1899-12-30 01:30:00",
      "1899-12-30 15:45:00",
      "1899-12-31 00:10:00",
      "1900-01-01 14:05:00",
    ].map((text, index) => (index === 4 ? "62:05:00" : text)),
  ],
  ["Google Sheets", ["0:00:00", "1:30:00", "15:45:00", "24:10:00", "62:05:00"]],
  ["Google Sheets in the United States", ["12:00:00 AM", "1:30:00 AM", "3:45:00 PM", "24:10:00", "62:05:00"]],
  ["a spreadsheet in Japan", ["午前0:00:00", "午前1:30:00", "午後3:45:00", "24:10:00", "62:05:00"]],
  ["full-width signs", ["０：００", "１：３０", "１５：４５", "２４：１０：００", "６２：０５：００"]],
])("minutes and seconds come back from %s", (_program, saved) => {
  expect(readClocks(saved, 75 * 60)).toEqual(SECONDS);
  expect(readClocks(TYPED, 75 * 60)).toEqual(SECONDS);
});

test.each([
  ["hours with seconds", ["0:00:00", "0:24:10", "1:02:03"], 7200, [0, 1450, 3723]],
  ["hours in a long film", ["0:00:00", "1:30:00", "2:00:00"], 3 * 3600, [0, 5400, 7200]],
  ["hours in a film of unknown length", ["0:00:00", "1:30:00"], null, [0, 5400]],
  ["a time beyond the film beside one with seconds", ["0:24:10", "24:10:00"], 4500, [1450, 87_000]],
  ["few digits", ["0.0167"], 90, [24]],
])("%s are read as they are", (_name, texts, duration, seconds) => {
  expect(readClocks(texts, duration)).toEqual(seconds);
});

test("a time at or beyond the end names the film's length", () => {
  expect([0, 599, 600, 87_000].map((second) => beyondFilm(second, 600))).toEqual([
    null,
    null,
    "時間が動画の長さ（10:00）を超えています（10:00）。",
    "時間が動画の長さ（10:00）を超えています（24:10:00）。",
  ]);
  expect(beyondFilm(87_000, null)).toBeNull();
  expect(formatClock(3725)).toBe("1:02:05");
});
