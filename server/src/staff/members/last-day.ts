import { GRANT_DAYS_MAX } from "@manabiya/contract/staff/members.ts";
import { validationError } from "../../http/app-error.ts";

const DAY = 24 * 60 * 60 * 1000;

/**
 * The end of a day by the calendar of Japan: "2026-12-31" → "2026-12-31T15:00:00.000Z".
 * @throws validation error on `until` when that is over, or too far away
 */
export function endOfDay(date: string, now: number): string {
  const end = Date.parse(`${date}T00:00:00+09:00`) + DAY;
  if (end <= now) throw validationError({ until: ["期限には、今日以降の日付を入力してください。"] });
  if (end > now + (GRANT_DAYS_MAX + 1) * DAY) {
    throw validationError({ until: ["期限は10年以内の日付を入力してください。"] });
  }
  return new Date(end).toISOString();
}
