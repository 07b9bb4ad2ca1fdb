import type { SessionUser, SubscriptionStatus } from "@manabiya/contract/accounts/user.ts";
import type { Database } from "../../db/open.ts";
import { mailboxOf } from "../../mail/mailbox.ts";
import { bool, command, instant, int, nullable, statement, text, textOf } from "../../db/statement.ts";
import { AppError, validationError } from "../../errors/app-error.ts";
import { cohortOf, inOpenDay } from "../../events/membership-changes.ts";
import { asIso, recordEvents } from "../../events/webhook-events.ts";
import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";

const CLOSED_DOMAIN = "@invalid.example";

const CLOSED_USERNAME = "退会した会員";

export interface NewAccount {
  username: string;
  email: string;
  passwordHash: string;
  subscription_status: "inactive" | "trial";
  /** The campaign or the site that the visitor came from; empty: unknown. */
  source: string;
}

const sessionUserColumns = { id: int, username: text, subscription_status: textOf<SubscriptionStatus>() };

const TRIAL_END = `($5::timestamptz + interval '${TRIAL_DAYS} days')`;

const insertUser = statement("accounts.insert-user", sessionUserColumns)`
  with added as (
    insert into users (username, email, password_hash, subscription_status, created_at) values ($1, $2, $3, $4, $5)
    on conflict (email) do nothing
    returning id, username, subscription_status),
  counted as (
    insert into membership_changes (user_id, at, kind, source, cohort)
    select id, ${inOpenDay("$5")}, kind, $6, ${cohortOf("$5::timestamptz")}
      from added, unnest(array['signup', nullif(subscription_status, 'inactive')]) as kind
     where kind is not null),
  told as (${recordEvents(`
    select gen_random_uuid() as event_id, type, id as user_id, data, $5::timestamptz as at, position
      from added, lateral (
             values ('member.signed_up', jsonb_build_object('member', id, 'email', $2::text), 0),
                    (case when subscription_status = 'trial' then 'trial.began' end,
                     jsonb_build_object('member', id, 'ends_at', ${asIso(TRIAL_END)}), 1)) as of (type, data, position)`)})
  select id, username, subscription_status from added`;

const insertTrial = statement("accounts.insert-trial", { mailbox: text })`
  insert into trials (mailbox, started_at, user_id) values ($1, $2, $3) on conflict do nothing returning mailbox`;

export const accountColumns = {
  ...{ ...sessionUserColumns, email: text, password_hash: text, second_factor_since: nullable(instant) },
  ...{ suspended_at: nullable(instant), is_staff: bool, is_superuser: bool },
};

/** The open account that a condition finds. `second_factor_since` is null while login needs no code. */
export const accountWith = (condition: string) => `
  select u.id, u.username, u.subscription_status, u.email, u.password_hash, f.enabled_at as second_factor_since,
         u.suspended_at, u.is_staff, u.is_superuser
    from users u left join second_factors f on f.user_id = u.id
   where ${condition} and u.closed_at is null`;

const findOpenAccount = statement("accounts.find-open", accountColumns)`${accountWith("u.email = $1")}`;

/** Every writer of an account's rows locks the account first, so that two of them cannot deadlock. Values: user id. */
export const lockAccount = command("accounts.lock")`select from users where id = $1 for no key update`;

const anonymize = command("accounts.anonymize")`
  update users
     set username = $2, email = $3, email_verified_at = null, password_hash = $4,
         subscription_plan = 'none', subscription_status = 'inactive', subscription_end_date = null,
         cancel_at_period_end = false, access_granted_until = null, is_staff = false, is_superuser = false,
         may_see_members = false, may_see_money = false, must_have_second_factor = false, suspended_at = null,
         questions_blocked_at = null,
         closed_at = $5
   where id = $1`;

/**
 * Creates an account and, for a trial, uses up the mailbox's one trial.
 * @param also runs in the same transaction
 * @throws validation error on `email` when the address has an account or its trial was used
 */
export async function createAccount(
  db: Database,
  account: NewAccount,
  now: number,
  also: (tx: Database, user: SessionUser) => Promise<unknown>,
): Promise<SessionUser> {
  refuseClosedAddress(account.email);
  const { username, email, passwordHash, subscription_status, source } = account;
  const at = new Date(now).toISOString();
  return db.transaction(async (tx) => {
    const [user] = await insertUser(tx, [username, email, passwordHash, subscription_status, at, source]);
    if (!user) throw emailTaken();
    if (subscription_status === "trial") {
      const started = await insertTrial(tx, [mailboxOf(email), at, user.id]);
      if (started.length === 0)
        throw validationError({
          email: [
            "このメールアドレスでは無料体験をすでにご利用いただいています。続けて視聴するには、会員登録のうえプランをお申し込みください。",
          ],
        });
    }
    await also(tx, user);
    return user;
  });
}

/** @returns the open account of a normalised address, or null */
export async function findAccount(db: Database, email: string) {
  const [account] = await findOpenAccount(db, [email]);
  return account ?? null;
}

/** Leaves a row without a person; `unusableHash` is a hash that no password fits. */
export async function anonymizeAccount(
  tx: Database,
  { id }: { id: number },
  { unusableHash, now }: { unusableHash: string; now: number },
): Promise<void> {
  const address = `closed-${id}${CLOSED_DOMAIN}`;
  await anonymize(tx, [id, CLOSED_USERNAME, address, unusableHash, new Date(now).toISOString()]);
}

export const isClosedAddress = (email: string) => email.endsWith(CLOSED_DOMAIN);

/** @throws validation error on `email` for an address that a closed account will need */
export function refuseClosedAddress(email: string): void {
  if (!isClosedAddress(email)) return;
  throw validationError({ email: ["メールアドレスの形式が正しくありません。"] });
}

export function suspended(): AppError {
  return new AppError(401, "account_suspended", "このアカウントは停止されています。運営者にお問い合わせください。");
}

export function emailTaken(): AppError {
  return validationError({
    email: ["このメールアドレスはすでに登録されています。ログインするか、別のメールアドレスを入力してください。"],
  });
}
