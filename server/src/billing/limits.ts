import { type Limit, takeHit } from "../accounts/login/rate-limit.ts";
import type { Database } from "../db/open.ts";
import { tooManyRequests } from "../http/app-error.ts";

/** Each operation calls the provider several times, and all members share the provider's limit. */
const OPERATIONS: Limit = { hits: 60, seconds: 60 * 60 };

/** A return page that waits for its payment reads 30 times a minute; the limit allows two tabs and more. */
const READS: Limit = { hits: 90, seconds: 60 };

/**
 * Counts one checkout, change, cancellation or visit to the portal.
 * @throws 429
 */
export async function countOperation(db: Database, userId: number, now: number): Promise<void> {
  await count(db, `billing:${userId}`, OPERATIONS, now);
}

/**
 * Counts one read of a member's state at the provider.
 * @throws 429
 */
export async function countRead(db: Database, userId: number, now: number): Promise<void> {
  await count(db, `billing-looks:${userId}`, READS, now);
}

async function count(db: Database, key: string, limit: Limit, now: number): Promise<void> {
  const wait = await takeHit(db, key, limit, now);
  if (wait > 0) throw tooManyRequests(wait);
}
