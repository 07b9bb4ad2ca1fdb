import type { Database } from "../../db/open.ts";
import { text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { tooManyRequests } from "../../http/app-error.ts";
import { clearHits, clientNetworkOf, countHit, type Limit, takeHit, undoHits } from "./rate-limit.ts";

const MINUTE = 60;

/** Guesses at one account from one network. */
const PAIR: Limit = { hits: 10, seconds: 15 * MINUTE };
/** Guesses at any account from one network. */
const NETWORK: Limit = { hits: 100, seconds: 15 * MINUTE };
/** Guesses at one account from everywhere; networks that its owner has used are exempt. */
const ACCOUNT: Limit = { hits: 50, seconds: 60 * MINUTE };
/** Guesses at any account from everywhere; the same networks are exempt. */
const OVERALL: Limit = { hits: 5_000, seconds: 15 * MINUTE };

const SIGNUPS_PER_NETWORK: Limit = { hits: 60, seconds: 60 * MINUTE };

const pairKey = (email: string, network: string) => `login:${email}|${network}`;
const accountKey = (email: string) => `login-to:${email}`;

const addressesOfOwner = statement(
  "auth.addresses-of-owner",
  { address: text },
  `select distinct s.address from sessions s join users u on u.id = s.user_id where u.email = $1`,
);

/**
 * Counts a login attempt before the password is verified.
 * @returns takes the count back: to be called when the password was right, so that only wrong ones count
 * @throws 429
 */
export async function countLogin(
  db: Database,
  attempt: { email: string; address: string },
  now: number,
): Promise<() => Promise<void>> {
  const { email, address } = attempt;
  const network = clientNetworkOf(address);
  const keys = {
    pair: pairKey(email, network),
    network: `login-from:${network}`,
    account: accountKey(email),
    overall: "login",
  };
  const ofNetwork = [await takeHit(db, keys.pair, PAIR, now), await takeHit(db, keys.network, NETWORK, now)];
  const ofAll = [await takeHit(db, keys.account, ACCOUNT, now), await takeHit(db, keys.overall, OVERALL, now)];
  if (Math.max(...ofNetwork) > 0) throw tooManyRequests(Math.max(...ofNetwork));
  if (Math.max(...ofAll) > 0 && !(await isOwnersNetwork(db, email, network))) {
    throw tooManyRequests(Math.max(...ofAll));
  }
  return () => undoHits(db, Object.values(keys));
}

async function isOwnersNetwork(db: Database, email: string, network: string): Promise<boolean> {
  const rows = await addressesOfOwner(db, [email]);
  return rows.some(({ address }) => clientNetworkOf(address) === network);
}

/** Resets the counts of guesses at an account from one network and from everywhere. */
export async function clearGuesses(
  db: Database,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await clearHits(db, [pairKey(email, clientNetworkOf(address)), accountKey(email)]);
}

/** @throws 429 */
export async function countSignup(db: Database, address: string, now: number): Promise<void> {
  await countHit(db, `signup-from:${clientNetworkOf(address)}`, SIGNUPS_PER_NETWORK, now);
}
