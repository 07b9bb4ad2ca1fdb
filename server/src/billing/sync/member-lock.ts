import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { command, type Database, int, statement } from "../../db/statement.ts";
import { isDatabaseUnavailable } from "../../db/unavailable.ts";
import { AppError } from "../../errors/app-error.ts";

/** Seconds until the lock of a crashed process expires; longer than all calls of one operation. */
const LEASE = 120;

/** Milliseconds to wait for another operation of the member; less than the browser's timeout. */
const MAX_WAIT = 7_000;
/** Milliseconds. */
const POLL_INTERVAL = 40;
/** Milliseconds. */
const RELEASE_INTERVAL = 500;

const insertCustomer = command("subscription.insert-customer")`
  insert into stripe_customers (user_id) values ($1) on conflict do nothing`;

/** A lock that ends later than twice the lease from now is of a clock that was set back. */
const lock = statement("subscription.lock", { user_id: int })`
  update stripe_customers
     set lock_token = $2, locked_until = clock_timestamp() + make_interval(secs => $3)
   where user_id = $1 and (lock_token is null or locked_until < clock_timestamp()
                           or locked_until > clock_timestamp() + 2 * make_interval(secs => $3))
  returning user_id`;

const unlock = command("subscription.unlock")`
  update stripe_customers set lock_token = null, locked_until = null where user_id = $1 and lock_token = $2`;

/**
 * Serialises the operations of one member across processes. The lock is a lease on the member's row and not a
 * transaction, so a slow provider blocks no pooled connection.
 * @throws 409 `busy` when another operation takes too long
 */
export async function withMemberLock<T>(db: Database, userId: number, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  await insertCustomer(db, [userId]);
  const deadline = Date.now() + MAX_WAIT;
  try {
    while ((await lock(db, [userId, token, LEASE])).length === 0) {
      if (Date.now() > deadline)
        throw new AppError(409, "busy", "ほかのお手続きを処理しています。少し待ってから、もう一度お試しください。");
      await pause(POLL_INTERVAL * (0.5 + Math.random()));
    }
    return await work();
  } finally {
    await unlock(db, [userId, token]).catch((error: unknown) => void releaseLater(db, { userId, token }, error));
  }
}

/**
 * Releases a lock whose database was away, also one whose acknowledgement was lost: the member must not wait for the end
 * of the lease after every failover.
 */
async function releaseLater(db: Database, held: { userId: number; token: string }, failure: unknown): Promise<void> {
  let error = failure;
  for (const end = Date.now() + LEASE * 1_000; isDatabaseUnavailable(error) && Date.now() < end;) {
    await pause(RELEASE_INTERVAL, undefined, { ref: false });
    try {
      await unlock(db, [held.userId, held.token]);
      return;
    } catch (again) {
      error = again;
    }
  }
}
