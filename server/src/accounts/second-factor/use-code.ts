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

/** Wrong codes per account, whoever sends them: only who has the password comes so far. */
const SOON: Limit = { hits: 5, seconds: 15 * MINUTE };
/** Keeps the chance of a guess, three codes of a million each, far below one in ten thousand a day. */
const DAILY: Limit = { hits: 20, seconds: DAY };
const WARNINGS: Limit = { hits: 1, seconds: DAY };

/** The account's row before the code's, as whoever closes the account takes them. */
const lockAccount = statement(
  "second-factor.lock-account",
  {},
  `select from users where id = $1 for no key update`,
);

/**
 * Asks an account that has a second factor for a code. `work` runs in the transaction that uses the code up: what fails
 * leaves the code to the next try.
 * @throws 400 on `code`; 429
 */
export async function useCode<T>(
  context: CodeContext,
  account: Account,
  code: string,
  work: (tx: Database, kind: CheckedCode["kind"]) => Promise<T>,
): Promise<T> {
  const { db, seal, now } = context;
  const wasRight = await countCode(context, account);
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
    if (isRight) await wasRight();
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
