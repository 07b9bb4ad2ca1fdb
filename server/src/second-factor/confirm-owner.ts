import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { confirmPassword } from "../auth/own-password.ts";
import { type AppError, validationError } from "../errors.ts";
import { wrongCodesMail } from "../mail/account-letters.ts";
import { queueMail } from "../mail/outbox.ts";
import { countCode } from "./limits.ts";
import { consumeCode } from "./queries.ts";

type Parts = Pick<App, "db" | "site" | "seal" | "wakeMailSender" | "now">;

/** What only the account's owner has; where the password stands in the body, and what is said of a wrong one. */
export interface OwnerProof {
  password: string;
  code: string | undefined;
  field?: string;
  wrong?: string;
}

/**
 * Asks who is signed in for the password again, and for a code where the account has a second factor: a stolen
 * session must not become a stolen account. The code is used up last.
 * @returns the password's hash
 * @throws 400 on `field` or `code`; 429
 */
export async function confirmOwner(
  parts: Parts,
  request: FastifyRequest,
  { password, code, field = "password", wrong = "パスワードが正しくありません。" }: OwnerProof,
): Promise<string> {
  const hash = await confirmPassword(parts.db, request, password, parts.now());
  if (hash === null) throw validationError({ [field]: [wrong] });
  await confirmCode(parts, request, code);
  return hash;
}

/** The second half, which asks nobody who has no second factor. */
export async function confirmCode(
  parts: Parts,
  { viewer }: FastifyRequest,
  code: string | undefined,
): Promise<void> {
  if (!viewer.has_second_factor) return;
  if (code === undefined) throw validationError({ code: ["確認コードを入力してください。"] });
  const { db, seal, now } = parts;
  const wasRight = await countCodeOf(parts, viewer);
  if ((await consumeCode(db, seal, { userId: viewer.id, code }, now())) === null) throw wrongCode();
  await wasRight();
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
