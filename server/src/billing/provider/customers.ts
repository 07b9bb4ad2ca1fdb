import type Stripe from "stripe";
import { bool, int, notNull, nullable, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { type Billing, isMissing } from "./provider.ts";

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

const noteEmail = statement(
  "subscription.note-email",
  {},
  `update stripe_customers set email = $3 where user_id = $1 and customer_id = $2`,
);

/** @returns the provider's id of a member who is its customer, or null */
export async function findCustomer({ db }: Pick<Billing, "db">, userId: number): Promise<string | null> {
  return (await find(db, [userId]))[0]?.customer_id ?? null;
}

/**
 * Makes the member a customer, once: the key is made from the member, so that two processes get the same one.
 * Inside the member's lock.
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
  await tellEmail(billing, { userId: user.id, customerId: id, email: user.email, isClosed: false });
  return id;
}

export interface ChangedEmail {
  userId: number;
  customerId: string;
  /** Of a closed account: the address that stands in its place here. */
  email: string;
  isClosed: boolean;
  [column: string]: unknown;
}

/** What the provider keeps of who closed their account: invoices, without a name or a way to reach anybody. */
const NOBODY: Stripe.CustomerUpdateParams = { email: "", name: "", phone: "" };

/**
 * Tells the provider where receipts go, or that there is nobody any more; what does not arrive is told again by the
 * hourly reconciler.
 */
export async function tellEmail({ db, stripe, log }: Billing, given: ChangedEmail): Promise<void> {
  const { userId, customerId, email, isClosed } = given;
  try {
    await stripe.customers.update(customerId, isClosed ? NOBODY : { email });
    await noteEmail(db, [userId, customerId, email]);
  } catch (err) {
    // A deleted customer is unlinked by the next sync; of a closed account there is nothing left to forget.
    if (isMissing(err) && isClosed) await noteEmail(db, [userId, customerId, email]);
    if (!isMissing(err)) log.warn({ user: userId }, "the provider does not know a member's new address yet");
  }
}

const newEmail = statement(
  "subscription.new-email",
  { userId: int, customerId: notNull(text), email: text, isClosed: bool },
  `select u.id as "userId", c.customer_id as "customerId", u.email, u.closed_at is not null as "isClosed"
     from stripe_customers c join users u on u.id = c.user_id
    where u.id = $1 and c.customer_id is not null and c.email is distinct from u.email`,
);

/** Tells the provider a member's address if it knows another one, or that the account was closed. Never throws: the hourly reconciler comes after. */
export async function tellNewEmail(billing: Billing, userId: number): Promise<void> {
  try {
    const [changed] = await newEmail(billing.db, [userId]);
    if (changed) await tellEmail(billing, changed);
  } catch (err) {
    billing.log.warn({ err, user: userId }, "a member's new address waits to be told to the provider");
  }
}
