import type Stripe from "stripe";
import { bool, int, notNull, nullable, type RowOf, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { describeCodes } from "../../observability/logger.ts";
import { type Billing, ignoreRefusal, isMissing } from "./provider.ts";

const find = statement(
  "subscription.find-customer",
  { customer_id: nullable(text), generation: int, email: nullable(text) },
  `select customer_id, generation, email from stripe_customers where user_id = $1`,
);

const link = statement(
  "subscription.link-customer",
  {},
  `update stripe_customers set customer_id = $2, email = $3 where user_id = $1`,
);

const storeEmail = statement(
  "subscription.note-email",
  {},
  `update stripe_customers set email = $3 where user_id = $1 and customer_id = $2`,
);

/** @returns the member's customer id at the provider, or null */
export async function findCustomer({ db }: Pick<Billing, "db">, userId: number): Promise<string | null> {
  return (await find(db, [userId]))[0]?.customer_id ?? null;
}

/**
 * Creates the member's customer once: the idempotency key is derived from the member, so two processes get the same
 * customer. The caller holds the member's lock.
 */
export async function ensureCustomer(billing: Billing, user: { id: number; email: string }): Promise<string> {
  const { db, stripe } = billing;
  const [known] = await find(db, [user.id]);
  if (known?.customer_id) return known.customer_id;
  const idempotencyKey = `customer-${billing.site.publicUrl}-${user.id}-${known?.generation ?? 0}`;
  const { id } = await stripe.customers.create(
    { metadata: { user_id: String(user.id) }, preferred_locales: ["ja"] },
    { idempotencyKey },
  );
  await link(db, [user.id, id, null]);
  await sendEmailAddress(billing, { userId: user.id, customerId: id, email: user.email, isClosed: false });
  return id;
}

/** A closed account has a placeholder as its email. */
const changedEmailColumns = { userId: int, customerId: notNull(text), email: text, isClosed: bool };

type ChangedEmail = RowOf<typeof changedEmailColumns>;

const SELECT_CHANGED_EMAILS = `
  select u.id as "userId", c.customer_id as "customerId", u.email, u.closed_at is not null as "isClosed"
    from stripe_customers c join users u on u.id = c.user_id
   where c.customer_id is not null and c.email is distinct from u.email`;

export const changedEmails = statement(
  "reconcile.changed-emails",
  changedEmailColumns,
  `${SELECT_CHANGED_EMAILS} limit 500`,
);

const changedEmailOf = statement(
  "subscription.new-email",
  changedEmailColumns,
  `${SELECT_CHANGED_EMAILS} and u.id = $1`,
);

/** Of a closed account the provider retains the invoices without contact data. */
const ERASED: Stripe.CustomerUpdateParams = { email: "", name: "", phone: "" };

/**
 * Updates the address for receipts, or erases it for a closed account. After an error the hourly reconciler tries
 * again.
 */
export async function sendEmailAddress({ db, stripe, log }: Billing, given: ChangedEmail): Promise<void> {
  const { userId, customerId, email, isClosed } = given;
  try {
    await stripe.customers.update(customerId, isClosed ? ERASED : { email });
    await storeEmail(db, [userId, customerId, email]);
  } catch (err) {
    // The next sync unlinks a deleted customer. A closed account needs no further update.
    if (isMissing(err) && isClosed) await storeEmail(db, [userId, customerId, email]);
    const cause = describeCodes(err);
    if (!isMissing(err)) log.warn({ user: userId, cause }, "could not update a member's email address at the provider");
  }
}

/** Updates the address at the provider if it differs. Never throws: the hourly reconciler tries again. */
export async function syncEmailAddress(billing: Billing, userId: number): Promise<void> {
  try {
    const [changed] = await changedEmailOf(billing.db, [userId]);
    if (changed) await sendEmailAddress(billing, changed);
  } catch (err) {
    billing.log.warn({ err, user: userId }, "could not read a member's email address for the provider");
  }
}

/** Ends all of a customer's subscriptions at once, without further invoices. */
export async function cancelAllSubscriptions(stripe: Stripe, customer: string): Promise<void> {
  for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) {
    await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }).catch(ignoreRefusal);
  }
}
