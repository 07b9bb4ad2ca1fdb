import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type { Database } from "../../db/open.ts";
import { command, instant, int, nullable, type RowOf, statement, text, textOf, uuid } from "../../db/statement.ts";

const attemptColumns = {
  id: uuid,
  user_id: int,
  plan: textOf<PaidPlan>(),
  state: textOf<"creating" | "open" | "processing" | "complete" | "expired" | "failed">(),
  session_id: nullable(text),
  success_url: text,
  cancel_url: text,
  expires_at: instant,
  /** The provider's promotion code, and its text. */
  promotion_code: nullable(text),
  coupon: nullable(text),
  /** Null: a subscription. */
  gift_months: nullable(int),
};

export type Attempt = RowOf<typeof attemptColumns>;

const COLUMNS = Object.keys(attemptColumns).join(", ");

const insert = command("checkout.insert")`
  insert into checkout_attempts (id, user_id, plan, state, success_url, cancel_url, created_at, expires_at,
         promotion_code, coupon, gift_months)
  values ($1, $2, $3, 'creating', $4, $5, $6, $7, $8, $9, $10)`;

/** Values: id, session id. */
export const setAttemptSession = command("checkout.open")`
  update checkout_attempts set state = 'open', session_id = $2 where id = $1`;

const setState = command("checkout.set-state")`
  update checkout_attempts set state = $2, amount_paid = coalesce($3, amount_paid) where id = $1 and state <> $2`;

/** Values: session id, user id. */
export const attemptOfSession = statement("checkout.of-session", attemptColumns)`
  select ${COLUMNS} from checkout_attempts where session_id = $1 and user_id = $2`;

const unanswered = statement("checkout.unanswered", attemptColumns)`
  select ${COLUMNS} from checkout_attempts
   where user_id = $1 and plan = $2 and success_url = $3 and cancel_url = $4 and state = 'creating'
     and promotion_code is not distinct from $5 and gift_months is not distinct from $6
   order by created_at desc limit 1`;

type NewAttempt = Omit<Attempt, "state" | "session_id">;

/** Stores an attempt before its call to the provider. @param at ISO 8601 */
export async function insertAttempt(db: Database, attempt: NewAttempt, at: string): Promise<void> {
  const { id, user_id, plan, success_url, cancel_url, expires_at, promotion_code, coupon, gift_months } = attempt;
  await insert(db, [id, user_id, plan, success_url, cancel_url, at, expires_at, promotion_code, coupon, gift_months]);
}

/** @param amount yen of the first payment */
export async function setAttemptState(
  db: Database,
  id: string,
  state: Attempt["state"],
  amount: number | null = null,
): Promise<void> {
  await setState(db, [id, state, amount]);
}

/** An equal attempt without an answer. A second call with its idempotency key creates no second session. */
export async function unansweredAttempt(
  db: Database,
  attempt: Pick<Attempt, "user_id" | "plan" | "success_url" | "cancel_url" | "promotion_code" | "gift_months">,
): Promise<Attempt | null> {
  const { user_id, plan, success_url, cancel_url, promotion_code, gift_months } = attempt;
  return (await unanswered(db, [user_id, plan, success_url, cancel_url, promotion_code, gift_months]))[0] ?? null;
}

export const unsettledAttempts = statement("checkout.unsettled", attemptColumns)`
  select ${COLUMNS} from checkout_attempts where state in ('creating', 'open', 'processing')
   order by created_at limit 500`;

/** A customer's gifts that may be paid. */
export const unsettledGifts = statement("checkout.unsettled-gifts", attemptColumns)`
  select ${COLUMNS} from checkout_attempts
   where user_id = (select user_id from stripe_customers where customer_id = $1) and gift_months is not null
     and state in ('open', 'processing')`;
