import type { FastifyRequest } from "fastify";
import { type Database, instant, statement } from "../../db/statement.ts";
import { AppError, validationError } from "../../errors/app-error.ts";
import { clientOfSession } from "../login/known-client.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { findHash } from "../passwords/new-password.ts";
import { INVALIDATED, verifyPassword } from "../passwords/password.ts";
import { type CodeContext, useCode } from "./use-code.ts";

/** Milliseconds after a login during which the owner counts as present. */
const RECENT_LOGIN = 15 * 60 * 1000;

const findLogin = statement("profile.find-login", { created_at: instant })`
  select created_at from sessions where id = $1`;

export interface OwnerCredentials {
  password: string;
  code: string | undefined;
  /** The body's field of the password, for validation errors. */
  field?: string;
  /** The message about a wrong password. */
  wrong?: string;
}

/**
 * Requires the password again, and a code where the account has a second factor: a stolen session must not become a
 * stolen account. `work` gets the password's hash; see `useCode`.
 * @throws 400 on `field` or `code`; 429
 */
export async function confirmOwner<T>(
  context: CodeContext,
  request: FastifyRequest,
  { password, code, field = "password", wrong = "パスワードが正しくありません。" }: OwnerCredentials,
  work: (tx: Database, passwordHash: string) => Promise<T>,
): Promise<T> {
  const hash = await confirmPassword(context, request, password);
  if (hash === null) throw validationError({ [field]: [request.currentUser.has_password ? wrong : WRONG_OWNER_CODE] });
  return withCode(context, request, code, (tx) => work(tx, hash));
}

/** Requires a code only where the account has a second factor. */
export async function withCode<T>(
  context: CodeContext,
  request: FastifyRequest,
  code: string | undefined,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const { currentUser } = request;
  if (!currentUser.has_second_factor) return context.db.transaction(work);
  if (code === undefined) throw validationError({ code: ["確認コードを入力してください。"] });
  return useCode(context, { ...currentUser, client: clientOfSession(request) }, code, work);
}

const WRONG_OWNER_CODE = "メールで届いた番号が正しくないか、時間が経過しています。";

/**
 * Requires the password again, or the mailed code of an account without a password. Wrong ones count like guesses at the
 * login: a stolen session must not reveal the password.
 * @returns the password's hash when it was right, else null
 * @throws 429
 */
export async function confirmPassword(
  { db, ownerCodes, now }: Pick<CodeContext, "db" | "ownerCodes" | "now">,
  request: FastifyRequest,
  password: string,
): Promise<string | null> {
  const { id, email } = request.currentUser;
  const uncount = await countHit(db, "wrongPassword", { account: email, ...clientOfSession(request) }, now());
  const [account] = await findHash(db, [id]);
  if (!account) return null;
  const isRight = account.password_hash.startsWith(INVALIDATED)
    ? ownerCodes.fits(password, request.currentUser, now())
    : await verifyPassword(request, { id, ...account }, password);
  if (!isRight) return null;
  await uncount();
  return account.password_hash;
}

/**
 * Confirms the owner unless the login is recent: another person may sit at the screen of an older session.
 * @param isAlways even if it is recent
 * @param toDo begins the sentence that requires the password, in Japanese
 * @throws 403 `password_required`, and what `confirmOwner` throws
 */
export async function confirmUnlessRecent(
  context: CodeContext,
  request: FastifyRequest,
  { password, ...rest }: Omit<OwnerCredentials, "password"> & { password: string | undefined },
  { toDo, work, isAlways = false }: { toDo: string; work: (tx: Database) => Promise<void>; isAlways?: boolean },
): Promise<void> {
  const { db, now } = context;
  const { has_second_factor, has_password, session_id } = request.currentUser;
  const [session] = await findLogin(db, [session_id]);
  if (!isAlways && session && now() - Date.parse(session.created_at) <= RECENT_LOGIN) return db.transaction(work);
  if (password === undefined) {
    const secret = has_password ? "パスワード" : "メールで届く番号";
    const required = has_second_factor ? `${secret}と確認コード` : secret;
    throw new AppError(403, "password_required", `${toDo}${required}の入力が必要です。`);
  }
  return confirmOwner(context, request, { password, ...rest }, work);
}
