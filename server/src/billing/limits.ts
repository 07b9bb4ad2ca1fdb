import { type Limit, takeHit } from "../accounts/login/rate-limit.ts";
import type { Database } from "../db/open.ts";
import { tooManyRequests } from "../http/app-error.ts";

/** Each makes several calls to the provider, whose own limit all members share. */
const OPERATIONS: Limit = { hits: 60, seconds: 60 * 60 };

/** So does each look. A return page that waits for its payment looks 30 times a minute; two tabs may, and some more. */
const LOOKS: Limit = { hits: 90, seconds: 60 };

/**
 * Counts one checkout, change, cancellation or visit to the portal.
 * @throws 429
 */
export async function countOperation(db: Database, userId: number, now: number): Promise<void> {
  await count(db, `billing:${userId}`, OPERATIONS, now);
}

/**
 * Counts one look at what the provider knows of a member.
 * @throws 429
 */
export async function countLook(db: Database, userId: number, now: number): Promise<void> {
  await count(db, `billing-looks:${userId}`, LOOKS, now);
}

async function count(db: Database, key: string, limit: Limit, now: number): Promise<void> {
  const wait = await takeHit(db, key, limit, now);
  if (wait > 0) throw tooManyRequests(wait);
}
