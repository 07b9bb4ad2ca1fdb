import type { AppContext } from "../../http/app-context.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { type AppError, tooManyRequests, validationError } from "../../http/app-error.ts";
import { wrongCodesMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { type Limit, takeHit, undoHits } from "../login/rate-limit.ts";
import { checkCode, type CheckedCode } from "./queries.ts";

export type CodeContext = Pick<AppContext, "db" | "site" | "seal" | "wakeMailSender" | "now">;

interface Account {
  id: number;
  email: string;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Wrong codes per account, from every client: only a holder of the password can send one. */
const SOON: Limit = { hits: 5, seconds: 15 * MINUTE };
/** Three of a million codes are right at a time, so this keeps a day's chance of a guess far below one in 10,000. */
const DAILY: Limit = { hits: 20, seconds: DAY };
const WARNINGS: Limit = { hits: 1, seconds: DAY };

/** Locks the account's row before the code's, in the same order as closing the account, to avoid deadlocks. */
const lockAccount = statement("second-factor.lock-account", {}, `select from users where id = $1 for no key update`);

/**
 * Requires a code of an account that has a second factor. `work` runs in the transaction that uses the code up: after
 * a failure the same code works again.
 * @throws 400 on `code`; 429
 */
export async function useCode<T>(
  context: CodeContext,
  account: Account,
  code: string,
  work: (tx: Database, kind: CheckedCode["kind"]) => Promise<T>,
): Promise<T> {
  const { db, seal, now } = context;
  const uncount = await countCode(context, account);
  const checked = await checkCode(db, seal, { userId: account.id, code }, now());
  if (checked === null) throw wrongCode();
  let isRight = false;
  try {
    return await db.transaction(async (tx) => {
      await lockAccount(tx, [account.id]);
      if (!(await checked.use(tx))) throw wrongCode();
      isRight = true;
      return work(tx, checked.kind);
    });
  } finally {
    if (isRight) await uncount();
  }
}

/**
 * Counts a code before it is checked, and warns the owner once a day of too many wrong ones.
 * @returns takes the count back: to be called when the code was right, so that only wrong ones count
 * @throws 429
 */
export async function countCode(
  { db, site, wakeMailSender, now }: Omit<CodeContext, "seal">,
  { id: userId, email: recipient }: Account,
): Promise<() => Promise<void>> {
  const keys = { soon: `code:${userId}`, daily: `code-day:${userId}` };
  const waits = [await takeHit(db, keys.soon, SOON, now()), await takeHit(db, keys.daily, DAILY, now())];
  const wait = Math.max(...waits);
  if (wait === 0) return () => undoHits(db, Object.values(keys));
  if ((await takeHit(db, `code-warning:${userId}`, WARNINGS, now())) === 0) {
    await queueMail(db, wrongCodesMail(site, { recipient, now: now() }), now());
    wakeMailSender();
  }
  throw tooManyRequests(wait);
}

export function wrongCode(): AppError {
  return validationError({ code: ["確認コードが正しくないか、すでに使われています。"] });
}
