import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../http/app-context.ts";
import { confirmPassword } from "../passwords/confirm-password.ts";
import type { Database } from "../../db/open.ts";
import { statement } from "../../db/statement.ts";
import { type AppError, validationError } from "../../http/app-error.ts";
import { wrongCodesMail } from "../../mail/account-emails.ts";
import { queueMail } from "../../mail/outbox.ts";
import { countCode } from "./limits.ts";
import { checkCode, type CheckedCode } from "./queries.ts";

type Parts = Pick<AppContext, "db" | "site" | "seal" | "wakeMailSender" | "now">;

/** What only the account's owner has; where the password stands in the body, and what is said of a wrong one. */
export interface OwnerProof {
  password: string;
  code: string | undefined;
  field?: string;
  wrong?: string;
}

/** The account's row before the code's, as whoever closes the account takes them. */
const lockAccount = statement(
  "second-factor.lock-account",
  {},
  `select from users where id = $1 for no key update`,
);

/**
 * Asks who is signed in for the password again, and for a code where the account has a second factor: a stolen
 * session must not become a stolen account. `work` is given the password's hash; see `useCode`.
 * @throws 400 on `field` or `code`; 429
 */
export async function confirmOwner<T>(
  parts: Parts,
  request: FastifyRequest,
  { password, code, field = "password", wrong = "パスワードが正しくありません。" }: OwnerProof,
  work: (tx: Database, passwordHash: string) => Promise<T>,
): Promise<T> {
  const hash = await confirmPassword(parts.db, request, password, parts.now());
  if (hash === null) throw validationError({ [field]: [wrong] });
  return withCode(parts, request, code, (tx) => work(tx, hash));
}

/** The second half, which asks nobody who has no second factor. */
export async function withCode<T>(
  parts: Parts,
  { currentUser }: FastifyRequest,
  code: string | undefined,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  if (!currentUser.has_second_factor) return parts.db.transaction(work);
  if (code === undefined) throw validationError({ code: ["確認コードを入力してください。"] });
  return useCode(parts, currentUser, code, work);
}

/**
 * Asks an account that has a second factor for a code. `work` runs in the transaction that uses the code up: what fails
 * leaves the code to the next try.
 * @throws 400 on `code`; 429
 */
export async function useCode<T>(
  parts: Parts,
  account: { id: number; email: string },
  code: string,
  work: (tx: Database, kind: CheckedCode["kind"]) => Promise<T>,
): Promise<T> {
  const { db, seal, now } = parts;
  const wasRight = await countCodeOf(parts, account);
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

/** Counts a code before it is looked at; the owner is warned of too many. See `countCode`. */
export function countCodeOf(
  { db, site, wakeMailSender, now }: Omit<Parts, "seal">,
  { id: userId, email: recipient }: { id: number; email: string },
): Promise<() => Promise<void>> {
  async function warn(): Promise<void> {
    await queueMail(db, wrongCodesMail(site, { recipient, now: now() }), now());
    wakeMailSender();
  }
  return countCode(db, { userId, warn }, now());
}

export function wrongCode(): AppError {
  return validationError({ code: ["確認コードが正しくないか、すでに使われています。"] });
}
