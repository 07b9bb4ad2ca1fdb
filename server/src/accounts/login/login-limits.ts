import type { Database } from "../../db/open.ts";
import { text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { tooManyRequests } from "../../http/app-error.ts";
import { clearHits, clientNetworkOf, countHit, type Limit, takeHit, undoHits } from "./rate-limit.ts";

const MINUTE = 60;

/** Guesses at one account from one place. */
const PAIR: Limit = { hits: 10, seconds: 15 * MINUTE };
/** Guesses from one place at any account. */
const ADDRESS: Limit = { hits: 100, seconds: 15 * MINUTE };
/** Guesses at one account from everywhere; does not hold up places where its owner has been before. */
const ACCOUNT: Limit = { hits: 50, seconds: 60 * MINUTE };
/** Guesses from everywhere at everything; likewise. */
const OVERALL: Limit = { hits: 5_000, seconds: 15 * MINUTE };

export const SIGNUPS_PER_ADDRESS: Limit = { hits: 60, seconds: 60 * MINUTE };

const pairKey = (email: string, place: string) => `login:${email}|${place}`;
const accountKey = (email: string) => `login-to:${email}`;

const addressesOfOwner = statement(
  "auth.addresses-of-owner",
  { address: text },
  `select distinct s.address from sessions s join users u on u.id = s.user_id where u.email = $1`,
);

/**
 * Counts a login attempt before the password is looked at.
 * @returns to be called when the password was right, so that only wrong ones count
 * @throws 429
 */
export async function countLogin(
  db: Database,
  attempt: { email: string; address: string },
  now: number,
): Promise<() => Promise<void>> {
  const { email, address } = attempt;
  const place = clientNetworkOf(address);
  const keys = {
    pair: pairKey(email, place),
    address: `login-from:${place}`,
    account: accountKey(email),
    overall: "login",
  };
  const near = [await takeHit(db, keys.pair, PAIR, now), await takeHit(db, keys.address, ADDRESS, now)];
  const wide = [await takeHit(db, keys.account, ACCOUNT, now), await takeHit(db, keys.overall, OVERALL, now)];
  if (Math.max(...near) > 0) throw tooManyRequests(Math.max(...near));
  if (Math.max(...wide) > 0 && !(await hasBeenAt(db, email, place))) {
    throw tooManyRequests(Math.max(...wide));
  }
  return () => undoHits(db, Object.values(keys));
}

async function hasBeenAt(db: Database, email: string, place: string): Promise<boolean> {
  const rows = await addressesOfOwner(db, [email]);
  return rows.some(({ address }) => clientNetworkOf(address) === place);
}

/** Forgets the guesses at an account from a place, and the count of those from everywhere. */
export async function clearGuesses(
  db: Database,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await clearHits(db, [pairKey(email, clientNetworkOf(address)), accountKey(email)]);
}

/** @throws 429 */
export async function countSignup(db: Database, address: string, now: number): Promise<void> {
  await countHit(db, `signup-from:${clientNetworkOf(address)}`, SIGNUPS_PER_ADDRESS, now);
}
