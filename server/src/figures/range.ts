import { addDays, countDays, japanDay } from "@manabiya/contract/rules/japan-day.ts";

export interface Range {
  from: string;
  to: string;
}

interface Given {
  from?: string | undefined;
  to?: string | undefined;
  /** If an end is missing. */
  days: number;
}

/** @param now milliseconds since 1970 */
export function rangeOf({ from, to, days }: Given, now: number): Range {
  const last = to ?? (from === undefined ? japanDay(now) : addDays(from, days - 1));
  return { from: from ?? addDays(last, 1 - days), to: last };
}

/** As many days, which end the day before. */
export function rangeBefore({ from, to }: Range): Range {
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) };
}

export function daysOf({ from, to }: Range): string[] {
  return Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
}
