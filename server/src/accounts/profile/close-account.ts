import { and, asc, eq, isNull, or } from "drizzle-orm";
import { isStaff } from "@manabiya/contract/rules/can-watch.ts";
import { closedAddress } from "../login/accounts.ts";
import type { CurrentUser } from "../sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import * as schema from "../../db/schema.ts";
import { AppError } from "../../http/app-error.ts";

const { users } = schema;

export const CLOSED_USERNAME = "退会した会員";

/**
 * What is kept about a member besides the account's own row. The trial's mailbox stays used; which customer of the
 * card provider this was stays known, because invoices must be kept.
 */
const KEPT = [
  schema.sessions,
  schema.favorites,
  schema.watch_later,
  schema.watch_history,
  schema.member_counts,
  schema.recommendations,
  schema.notice_reads,
  schema.password_resets,
  schema.email_verifications,
  schema.second_factors,
  schema.recovery_codes,
  schema.login_tickets,
  schema.known_devices,
  schema.subscriptions,
  schema.checkout_attempts,
  schema.plan_changes,
  schema.billing_letters,
];

/** Milliseconds. */
const DELETE_TIMEOUT = 8_000;

interface Closing {
  currentUser: CurrentUser;
  /** The hash of the password that the member has just given. */
  verifiedHash: string;
  /** A hash that no password fits. */
  unusableHash: string;
}

/**
 * 退会: deletes what is kept about a member and leaves a row without a person, so that counts and references hold.
 * `tx` must be a transaction.
 * @returns false when the account was closed or its password changed meanwhile
 * @throws 400 `last_administrator`
 */
export async function closeAccount(tx: Database, closing: Closing, now: number): Promise<boolean> {
  const { currentUser, verifiedHash, unusableHash } = closing;
  // A long history takes longer to delete than other calls may.
  await tx.query({ text: `set local statement_timeout = ${DELETE_TIMEOUT}` });
  await refuseLastAdministrator(tx, currentUser);
  const [account] = await tx.orm
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, currentUser.id), eq(users.password_hash, verifiedHash), isNull(users.closed_at)))
    .for("update");
  if (!account) return false;
  await tx.orm
    .update(users)
    .set({
      username: CLOSED_USERNAME,
      email: closedAddress(currentUser.id),
      email_verified_at: null,
      password_hash: unusableHash,
      subscription_plan: "none",
      subscription_status: "inactive",
      subscription_end_date: null,
      cancel_at_period_end: false,
      access_granted_until: null,
      is_staff: false,
      is_superuser: false,
      closed_at: new Date(now).toISOString(),
    })
    .where(eq(users.id, currentUser.id));
  const { stripe_customers } = schema;
  const isTheirs = eq(stripe_customers.user_id, currentUser.id);
  await tx.orm.update(stripe_customers).set({ email: null }).where(isTheirs);
  await tx.orm.delete(stripe_customers).where(and(isTheirs, isNull(stripe_customers.customer_id)));
  for (const table of KEPT) await tx.orm.delete(table).where(eq(table.user_id, currentUser.id));
  await tx.orm.delete(schema.mail_outbox).where(eq(schema.mail_outbox.recipient, account.email));
  return true;
}

/**
 * Somebody must be left who can appoint others. In a transaction, locks all who could, so that the last two do not leave
 * at once.
 * @throws 400 `last_administrator`
 */
export async function refuseLastAdministrator(db: Database, currentUser: CurrentUser): Promise<void> {
  if (!isStaff(currentUser)) return;
  const others = await db.orm
    .select({ id: users.id, is_superuser: users.is_superuser })
    .from(users)
    .where(and(or(users.is_superuser, users.is_staff), isNull(users.closed_at)))
    .orderBy(asc(users.id))
    .for("update")
    .then((rows) => rows.filter(({ id }) => id !== currentUser.id));
  const isMissed = currentUser.is_superuser
    ? !others.some((other) => other.is_superuser)
    : others.length === 0;
  if (isMissed) {
    throw new AppError(
      400,
      "last_administrator",
      "最後の管理者は退会できません。先に別の管理者を任命してください。",
    );
  }
}
