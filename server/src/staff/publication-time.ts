import { validationError } from "../http/app-error.ts";

/**
 * The server's clock decides, because a browser's may be wrong. A published record keeps its time.
 * @param desired null for a draft, "now", or an instant
 * @param current null for a draft or a new record
 * @param now milliseconds since 1970
 * @returns ISO 8601, or null for a draft
 * @throws validation error on `published_at`
 */
export function publicationTime(desired: string | null, current: string | null, now: number): string | null {
  if (desired === null) return null;
  const isOver = (instant: string) => Date.parse(instant) <= now;
  if (desired === "now") {
    return current !== null && isOver(current) ? current : new Date(now).toISOString();
  }
  const at = new Date(desired).toISOString();
  if (isOver(at) && at !== current) {
    throw validationError({ published_at: ["公開日時には、これからの日時を入力してください。"] });
  }
  return at;
}
