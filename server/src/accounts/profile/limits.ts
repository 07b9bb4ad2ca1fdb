import { type Limit, takeHit } from "../login/rate-limit.ts";
import type { Database } from "../../db/open.ts";
import { tooManyRequests } from "../../http/app-error.ts";

const HOUR = 60 * 60;

/** Each tells whether an address has an account. */
const EMAIL_CHANGES: Limit = { hits: 20, seconds: HOUR };
/** Each reads everything that is kept about a member. */
const EXPORTS: Limit = { hits: 10, seconds: HOUR };

/** @throws 429 */
export async function countEmailChange(db: Database, userId: number, now: number): Promise<void> {
  await count(db, `email-change:${userId}`, EMAIL_CHANGES, now);
}

/** @throws 429 */
export async function countExport(db: Database, userId: number, now: number): Promise<void> {
  await count(db, `export:${userId}`, EXPORTS, now);
}

async function count(db: Database, key: string, limit: Limit, now: number): Promise<void> {
  const wait = await takeHit(db, key, limit, now);
  if (wait > 0) throw tooManyRequests(wait);
}
