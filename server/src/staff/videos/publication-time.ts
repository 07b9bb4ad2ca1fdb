import { validationError } from "../../errors/app-error.ts";

/**
 * The server's clock decides, because a browser's may be wrong. A published record keeps its time.
 * @param desired null for a draft, "now", or an instant
 * @param current null for a draft or a new record
 * @param now milliseconds since 1970
 * @returns ISO 8601, or null for a draft
 */
export function publicationTime(desired: string | null, current: string | null, now: number): string | null {
  if (desired === null) return null;
  if (desired !== "now") return new Date(desired).toISOString();
  return current !== null && Date.parse(current) <= now ? current : new Date(now).toISOString();
}

/** As `publicationTime`. @throws validation error on `published_at` for another time that is over */
export function futurePublicationTime(desired: string | null, current: string | null, now: number): string | null {
  const at = publicationTime(desired, current, now);
  if (at !== null && desired !== "now" && at !== current && Date.parse(at) <= now) {
    throw validationError({ published_at: ["公開日時には、現在より後の日時を入力してください。"] });
  }
  return at;
}
