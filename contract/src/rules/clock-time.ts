import { nfkc } from "../nfkc.ts";

/** Seconds. No film is longer, so that a longer time was typed as minutes. */
const DAY = 24 * 3600;
/** Minutes above which "1450:00" is a spreadsheet's form of 24 hours and 10 minutes. */
const MINUTES_MAX = 599;

/** As Excel (1900-01-01 is the first day) and LibreOffice and Google Sheets (1899-12-30 is day 0) show a duration. */
const DATE = /^(1899|1900)[/-](\d{1,2})[/-](\d{1,2})[ T]+|^(\d{1,2})\/(\d{1,2})\/(1899|1900) +/;
const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)(?:[.,](\d{1,3}))?$/;
const NOON = /^(午前|午後|am|pm) ?([\d:.]+)$|^([\d:.]+) ?(am|pm)$/i;
/** As Numbers writes a duration. */
const UNITS = /^(?=\d)(?:(\d{1,3}) ?(?:時間|h) ?)?(?:(\d{1,4}) ?(?:分|m) ?)?(?:(\d{1,5}) ?(?:秒|s))?$/i;
/** A part of a day, as a cell without a format holds a time. */
const PART_OF_DAY = /^(\d{1,2})\.(\d{3,17})$|^\d(?:\.\d{1,15})?e-0?[1-5]$/i;

interface Reading {
  seconds: number;
  /** A spreadsheet may have taken minutes and seconds for hours and minutes. */
  mayBeHours: boolean;
}

const sum = (hours: string | undefined, minutes: string | undefined, seconds: string | undefined) =>
  (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0);

function readText(text: string): Reading | null {
  const given = text.length > 40 ? "" : nfkc(text).trim().replace(/^'/, "");
  if (given === "0") return { seconds: 0, mayBeHours: true };
  const units = UNITS.exec(given);
  if (units) return { seconds: sum(units[1], units[2], units[3]), mayBeHours: false };
  if (PART_OF_DAY.test(given)) return partOfDay(given);
  const [date = "", year, month, day, usMonth, usDay, usYear] = DATE.exec(given) ?? [];
  const rest = given.slice(date.length);
  const noon = NOON.exec(rest);
  const clock = noon?.[2] ?? noon?.[3] ?? rest;
  const [, first, second = "", third = ""] = CLOCK.exec(clock) ?? [];
  if (second === "" || (third.length < 2 && first === undefined)) return null;
  const isOfDay = noon !== null || date !== "";
  // "1:30 AM" has no seconds.
  const isShort = isOfDay && first === undefined;
  const [hours, minutes, seconds] = isShort ? [second, third, "0"] : [first, second, third];
  if (hours !== undefined && Number(minutes) > 59) return null;
  const isLater = /午後|pm/i.test(noon?.[1] ?? noon?.[4] ?? "");
  const ofDay = noon === null ? hours : String((Number(hours) % 12) + (isLater ? 12 : 0));
  const isFirstMonth = Number(month ?? usMonth) === 1;
  const days = date === "" ? 0 : Number(day ?? usDay) - (isFirstMonth && (year ?? usYear) === "1900" ? 0 : 30);
  if (days < 0) return null;
  return {
    seconds: days * DAY + sum(ofDay, minutes, seconds),
    mayBeHours: hours !== undefined || Number(minutes) > MINUTES_MAX,
  };
}

/** 0.0167 stands for 0:24 as well: people read a cell with few digits as a round minute. */
function partOfDay(text: string): Reading {
  const exact = Number(text) * DAY;
  const digits = /\.(\d+)$/.exec(text)?.[1]?.length ?? 6;
  const minute = Math.round(exact / 60) * 60;
  const isRound = Math.abs(minute - exact) <= (DAY / 2) * 10 ** -digits;
  return { seconds: isRound ? minute : Math.round(exact), mayBeHours: true };
}

/**
 * Times as people and spreadsheets write them, such as "1:30", "1:02:03", "24:10:00", "午前0:24:10", "1分30秒" or
 * "0.0625", also in full-width signs. A spreadsheet takes 24:10 for hours and minutes. When a time lies beyond the film
 * like this, and no other time has seconds, all such times of the file are minutes and seconds.
 * @param duration of the film in seconds; null: not known
 * @returns seconds; null for other texts
 */
export function readClocks(texts: readonly string[], duration: number | null = null): (number | null)[] {
  const readings = texts.map(readText);
  const asHours = readings.filter((reading) => reading?.mayBeHours === true) as Reading[];
  const isShifted =
    asHours.every(({ seconds }) => seconds % 60 === 0) && asHours.some(({ seconds }) => seconds >= (duration ?? DAY));
  return readings.map((reading) =>
    reading === null ? null : reading.mayBeHours && isShifted ? reading.seconds / 60 : reading.seconds,
  );
}

/** @returns seconds; null for other texts */
export const parseClock = (text: string): number | null => readText(text)?.seconds ?? null;

/**
 * "1:02:03.5" → 3723500, also with full-width signs, a comma or more than 59 minutes without hours.
 * @returns milliseconds; null for other texts
 */
export function parseMilliseconds(text: string): number | null {
  const [, hours, minutes, seconds, fraction = ""] = CLOCK.exec(nfkc(text).trim()) ?? [];
  if (seconds === undefined || (hours !== undefined && Number(minutes) > 59)) return null;
  return sum(hours, minutes, seconds) * 1_000 + Number(fraction.padEnd(3, "0"));
}

/** 3725050 → "01:02:05.050", as files of captions have it. */
export function formatMilliseconds(milliseconds: number, comma: "." | "," = "."): string {
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  const [minutes, seconds] = [milliseconds / 60_000, milliseconds / 1_000];
  return `${pad(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}${comma}${pad(milliseconds % 1_000, 3)}`;
}

/** 263 → "4:23", 3725 → "1:02:05". */
export function formatClock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(Math.floor(seconds) % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * @param duration of the film in seconds; null: not known
 * @returns a sentence when nobody can reach the second; null when it lies in the film
 */
export function beyondFilm(seconds: number, duration: number | null): string | null {
  if (duration === null || seconds < Math.max(duration, 1)) return null;
  return `時間が動画の長さ（${formatClock(duration)}）を超えています（${formatClock(seconds)}）。`;
}
