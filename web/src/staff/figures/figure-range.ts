import { type ApiError, fieldsOf } from "../../api/calls.ts";
import { useSearchParams } from "react-router";

/** The numbers of days that staff choose from. */
export const SPANS: Record<string, string> = { "7": "7日間", "30": "30日間", "90": "90日間", "365": "1年間" };

export interface FigureRange {
  from?: string;
  to?: string;
  days?: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the range from the address. A number of days ends with the server's today. */
export function useFigureRange(): FigureRange {
  const [search] = useSearchParams();
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  if (DAY.test(from) && DAY.test(to)) return { from, to };
  const days = search.get("days") ?? "";
  return { days: Object.hasOwn(SPANS, days) ? Number(days) : 30 };
}

/** The server's sentence about the range; else `general`. */
export function rangeFailure(error: ApiError | null, general: string): string {
  const [message] = error === null ? [] : Object.values(fieldsOf(error)).flat();
  return message ?? general;
}

/** "2026-11-21" → "11/21", with the year if the days are of several years. */
export function dayNames(days: readonly { day: string }[]): string[] {
  const year = (day: { day: string } | undefined) => day?.day.slice(0, 4);
  const start = year(days[0]) === year(days.at(-1)) ? 5 : 0;
  return days.map(({ day }) => day.slice(start).replaceAll("-", "/"));
}

/** 3725 → "1時間2分". */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}秒`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes}分` : `${hours.toLocaleString("ja-JP")}時間${minutes % 60}分`;
}

export const formatCount = (value: number) => value.toLocaleString("ja-JP");
