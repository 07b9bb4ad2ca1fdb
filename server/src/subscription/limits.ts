import { type Limit, takeHit } from "../auth/rate-limit.ts";
import type { Database } from "../db/open.ts";
import { tooManyRequests } from "../errors.ts";

/** Each makes several calls to the provider, whose own limit all members share. */
const OPERATIONS: Limit = { hits: 60, seconds: 60 * 60 };

/**
 * Counts one checkout, change, cancellation or visit to the portal.
 * @throws 429
 */
export async function countOperation(db: Database, userId: number, now: number): Promise<void> {
  const wait = await takeHit(db, `billing:${userId}`, OPERATIONS, now);
  if (wait > 0) throw tooManyRequests(wait);
}
