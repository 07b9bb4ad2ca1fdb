import type { FastifyRequest } from "fastify";
import { type Database, instant, statement } from "../../db/statement.ts";
import { AppError, validationError } from "../../errors/app-error.ts";
import { clientOfSession } from "../login/known-client.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { findHash } from "../passwords/new-password.ts";
import { verifyPassword } from "../passwords/password.ts";
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
  const hash = await confirmPassword(context.db, request, password, context.now());
  if (hash === null) throw validationError({ [field]: [wrong] });
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

/**
 * Requires the password again. Wrong ones count like guesses at the login: a stolen session must not reveal the
 * password. An account without a password has to log in by its provider again.
 * @returns the password's hash when it was right, else null
 * @throws 403 `login_required`, 429
 */
export async function confirmPassword(
  db: Database,
  request: FastifyRequest,
  password: string,
  now: number,
): Promise<string | null> {
  const { id, email, has_password } = request.currentUser;
  if (!has_password) {
    if (!(await isRecentLogin(db, request, now))) throw loginRequired();
    return (await findHash(db, [id]))[0]?.password_hash ?? null;
  }
  const uncount = await countHit(db, "wrongPassword", { account: email, ...clientOfSession(request) }, now);
  const [account] = await findHash(db, [id]);
  if (!account || !(await verifyPassword(request, { id, ...account }, password))) return null;
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
  const { has_second_factor, has_password } = request.currentUser;
  if (!isAlways && (await isRecentLogin(db, request, now()))) return db.transaction(work);
  if (password === undefined && has_password) {
    const required = has_second_factor ? "パスワードと確認コード" : "パスワード";
    throw new AppError(403, "password_required", `${toDo}${required}の入力が必要です。`);
  }
  return confirmOwner(context, request, { password: password ?? "", ...rest }, work);
}

async function isRecentLogin(db: Database, { currentUser }: FastifyRequest, now: number): Promise<boolean> {
  const [session] = await findLogin(db, [currentUser.session_id]);
  return session !== undefined && now - Date.parse(session.created_at) <= RECENT_LOGIN;
}

function loginRequired(): AppError {
  const message = "ご本人であることを確認するため、もう一度ログインしてください。15分以内にお手続きいただけます。";
  return new AppError(403, "login_required", message);
}
