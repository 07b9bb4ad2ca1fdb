import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { SessionUser } from "@manabiya/contract/accounts/user.ts";
import type { Database } from "../../db/open.ts";
import { second_factors, trials, users } from "../../db/schema.ts";
import { type AppError, validationError } from "../../http/app-error.ts";

const CLOSED_DOMAIN = "@invalid.example";

export interface NewAccount {
  username: string;
  email: string;
  passwordHash: string;
  subscription_status: "inactive" | "trial";
}

const sessionUser = {
  id: users.id,
  username: users.username,
  subscription_status: users.subscription_status,
};

/**
 * Creates an account and, for a trial, uses up the mailbox's one trial.
 * @param also done in the same transaction
 * @throws validation error on `email` when the address has an account or its trial was used
 */
export async function createAccount(
  db: Database,
  account: NewAccount,
  now: number,
  also: (tx: Database, user: SessionUser) => Promise<void>,
): Promise<SessionUser> {
  refuseClosedAddress(account.email);
  const { passwordHash, ...fields } = account;
  const at = new Date(now).toISOString();
  return db.transaction(async (tx) => {
    const { orm } = tx;
    const [user] = await orm
      .insert(users)
      .values({ ...fields, password_hash: passwordHash, created_at: at })
      .onConflictDoNothing({ target: users.email })
      .returning(sessionUser);
    if (!user) throw emailTaken();
    if (account.subscription_status === "trial") {
      const started = await orm
        .insert(trials)
        .values({ mailbox: mailboxOf(account.email), started_at: at })
        .onConflictDoNothing()
        .returning();
      if (started.length === 0) {
        throw validationError({
          email: ["このメールアドレスでは無料体験をすでにご利用いただいています。"],
        });
      }
    }
    await also(tx, user);
    return user;
  });
}

/** @returns the open account of a normalised address with its password's hash and since when it asks for codes, or null. */
export async function findAccount(db: Database, email: string) {
  const [account] = await db.orm
    .select({
      ...sessionUser,
      password_hash: users.password_hash,
      second_factor_since: second_factors.enabled_at,
    })
    .from(users)
    .leftJoin(second_factors, and(eq(second_factors.user_id, users.id), isNotNull(second_factors.enabled_at)))
    .where(and(eq(users.email, email), isNull(users.closed_at)));
  return account ?? null;
}

/** The address that a closed account's row keeps: nobody's, and its own. */
export function closedAddress(userId: number): string {
  return `closed-${userId}${CLOSED_DOMAIN}`;
}

/** @throws validation error on `email` for an address that would be in a closed account's way */
export function refuseClosedAddress(email: string): void {
  if (!email.endsWith(CLOSED_DOMAIN)) return;
  throw validationError({ email: ["メールアドレスの形式が正しくありません。"] });
}

export function emailTaken(): AppError {
  return validationError({ email: ["このメールアドレスはすでに登録されています。"] });
}

/** Most providers deliver "a.b+c@x" and "ab@x" to one mailbox; one trial is meant for one person. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at).replace(/\+.*$/, "");
  const domain = email.slice(at + 1).replace(/^googlemail\.com$/, "gmail.com");
  return `${domain === "gmail.com" ? local.replaceAll(".", "") : local}@${domain}`;
}
