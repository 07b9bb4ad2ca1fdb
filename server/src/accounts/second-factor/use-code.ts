import type { AccountsContext } from "../context.ts";
import type { Database } from "../../db/open.ts";
import { type AppError, tooManyRequests, validationError } from "../../errors/app-error.ts";
import { wrongCodesMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { lockAccount } from "../login/accounts.ts";
import type { Client } from "../login/known-client.ts";
import type { LimitName } from "../../limits/declared-limits.ts";
import { takeHit } from "../../limits/rate-limiter.ts";
import { checkCode, type CheckedCode, isAuthenticatorCode } from "./queries.ts";

export type CodeContext = Pick<AccountsContext, "db" | "site" | "seal" | "wakeMailSender" | "now">;

/** An account, and the sender of a code for it. */
interface CodeSender {
  id: number;
  email: string;
  client: Client;
}

/**
 * Requires a code of an account that has a second factor. `work` runs in the transaction that uses the code up: after
 * a failure the same code works again.
 * @throws 400 on `code`; 429
 */
export async function useCode<T>(
  context: CodeContext,
  account: CodeSender,
  code: string,
  work: (tx: Database, kind: CheckedCode["kind"]) => Promise<T>,
): Promise<T> {
  const { db, seal, now } = context;
  const uncount = await countCode(context, account, code);
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
 * Counts a code before it is checked, and warns the owner of too many wrong ones.
 * @returns takes the count back: to be called when the code was right, so that only wrong ones count
 * @throws 429
 */
export async function countCode(
  { db, site, wakeMailSender, now }: Omit<CodeContext, "seal">,
  { id: account, email: recipient, client }: CodeSender,
  code: string,
): Promise<() => Promise<void>> {
  const subject = { account, ...client };
  const { wait, undo } = await takeHit(db, limitOf(code), subject, now());
  if (wait === 0) return undo;
  const warning = await takeHit(db, "codeWarning", subject, now());
  if (warning.wait === 0) {
    await queueMail(db, wrongCodesMail(site, { recipient, now: now() }), { network: client.network }, now());
    wakeMailSender();
  }
  throw tooManyRequests(wait);
}

/** Guesses at the authenticator's codes must not take the recovery codes away from the owner. */
function limitOf(code: string): LimitName {
  return isAuthenticatorCode(code) ? "wrongCode" : "wrongRecoveryCode";
}

export function wrongCode(): AppError {
  return validationError({ code: ["確認コードが正しくないか、すでに使われています。"] });
}
