import type { Database } from "../../db/open.ts";
import { tooManyRequests } from "../../http/app-error.ts";
import { clientNetworkOf } from "../login/client-network.ts";
import { type Limit, takeHit } from "../login/rate-limit.ts";

const MINUTE = 60;

/** Requests from one place, for any account. */
const ADDRESS: Limit = { hits: 20, seconds: 60 * MINUTE };
/** Mails to one account, so that nobody fills somebody's mailbox. */
const ACCOUNT: Limit = { hits: 5, seconds: 60 * MINUTE };
/** Requests from everywhere. */
const OVERALL: Limit = { hits: 1_000, seconds: 15 * MINUTE };

/** @throws 429, which says nothing about any account */
export async function countResetRequest(db: Database, address: string, now: number): Promise<void> {
  const waits = [
    await takeHit(db, `reset-from:${clientNetworkOf(address)}`, ADDRESS, now),
    await takeHit(db, "reset", OVERALL, now),
  ];
  if (Math.max(...waits) > 0) throw tooManyRequests(Math.max(...waits));
}

/** @returns whether one more mail may go to this address; counted for unknown addresses too. */
export async function mayMailReset(db: Database, email: string, now: number): Promise<boolean> {
  return (await takeHit(db, `reset-to:${email}`, ACCOUNT, now)) === 0;
}
