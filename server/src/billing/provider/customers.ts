import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { bool, instant, int, notNull, nullable, type RowOf, text, texts } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";
import { requireSameAccount } from "./account.ts";
import { type Billing, ignoreRefusal, isMissing, isRefusedAddress, isSavedFailure } from "./provider.ts";
import { removeOwn } from "./ownership.ts";
import { releaseSchedule } from "../plan-changes/schedule.ts";
import { describeCodes } from "../../observability/logger.ts";

const find = statement("subscription.find-customer", {
  customer_id: nullable(text),
  generation: int,
  account: nullable(text),
})`
  select customer_id, generation, account from stripe_customers where user_id = $1`;

const link = command("subscription.link-customer")`
  update stripe_customers set customer_id = $2, email = $3, account = $4 where user_id = $1`;

const storeEmail = command("subscription.note-email")`
  update stripe_customers set email = $3 where user_id = $1 and customer_id = $2`;

/** @returns the member's customer id at the provider, or null */
export async function findCustomer({ db }: Pick<Billing, "db">, userId: number): Promise<string | null> {
  return (await find(db, [userId]))[0]?.customer_id ?? null;
}

const findAll = statement("subscription.find-customers", {
  customer_id: nullable(text),
  former_ids: texts,
  created_at: instant,
})`
  select c.customer_id, c.former_ids, u.created_at
    from stripe_customers c join users u on u.id = c.user_id where c.user_id = $1`;

/**
 * All customers that a member ever had at the provider, the present one first: it keeps the invoices of deleted ones.
 * `since`: the account's creation, milliseconds since 1970.
 */
export async function findCustomers(
  { db }: Pick<Billing, "db">,
  userId: number,
): Promise<{ ids: string[]; since: number }> {
  const [found] = await findAll(db, [userId]);
  if (!found) return { ids: [], since: Infinity };
  const { customer_id: id, former_ids: former, created_at } = found;
  return { ids: [...(id === null ? [] : [id]), ...former], since: Date.parse(created_at) };
}

const replace = command("subscription.replace-customer")`
  update stripe_customers
     set former_ids = array_remove(array_append(former_ids, customer_id), null), customer_id = $2, email = $3, account = $4
   where user_id = $1`;

/** Gives a member another customer. The former one keeps its invoices. */
export async function replaceCustomer(
  billing: Billing,
  user: { id: number; email: string },
  customer: string,
): Promise<void> {
  await billing.stripe.customers.update(customer, { metadata: { user_id: String(user.id) } });
  await replace(billing.db, [user.id, customer, user.email, await billing.account()]);
}

/** Counts a failure whose idempotency key is used up: the next request to the provider needs another one. */
export const countFailure = command("subscription.count-failed-customer")`
  update stripe_customers set generation = generation + 1 where user_id = $1`;

/**
 * Creates the member's customer once: the idempotency key is derived from the member, so two processes get the same
 * customer. After a 5xx the next call uses another key, and first looks for a customer that was created all the same.
 * The caller holds the member's lock.
 */
export async function ensureCustomer(billing: Billing, user: { id: number; email: string }): Promise<string> {
  const { db, stripe } = billing;
  const [known] = await find(db, [user.id]);
  const account = await billing.account();
  if (known?.customer_id) {
    requireSameAccount(known.account, account);
    return known.customer_id;
  }
  const generation = known?.generation ?? 0;
  const id = (generation > 0 ? await findCreated(stripe, user) : null) ?? (await create(billing, user, generation));
  await link(db, [user.id, id, user.email, account]);
  return id;
}

async function create(
  { db, stripe, site }: Pick<Billing, "db" | "stripe" | "site">,
  { id, email }: { id: number; email: string },
  generation: number,
): Promise<string> {
  // A key allows one body only, and the address may change before a lost request is repeated.
  const address = createHash("sha256").update(email).digest("base64url");
  const idempotencyKey = `customer-${site.publicUrl}-${id}-${generation}-${address}`;
  const customer = { ...(email && { email }), metadata: { user_id: String(id) }, preferred_locales: ["ja"] };
  try {
    return (await stripe.customers.create(customer, { idempotencyKey })).id;
  } catch (error) {
    if (isRefusedAddress(error)) return create({ db, stripe, site }, { id, email: "" }, generation);
    if (isSavedFailure(error)) await countFailure(db, [id]);
    throw error;
  }
}

/** @returns the newest customer of a member that the provider has not deleted */
async function findCreated(stripe: Stripe, user: { id: number; email: string }): Promise<string | null> {
  const { data } = await stripe.customers.list({ email: user.email, limit: 100 });
  return data.find(({ metadata }) => metadata["user_id"] === String(user.id))?.id ?? null;
}

/** A closed account has a placeholder as its email. */
const changedEmailColumns = {
  userId: int,
  customerId: notNull(text),
  account: nullable(text),
  email: text,
  isClosed: bool,
};

type ChangedEmail = RowOf<typeof changedEmailColumns>;

const SELECT_CHANGED_EMAILS = `
  select u.id as "userId", c.customer_id as "customerId", c.account, u.email, u.closed_at is not null as "isClosed"
    from stripe_customers c join users u on u.id = c.user_id
   where c.customer_id is not null and c.email is distinct from u.email`;

export const changedEmails = statement("reconcile.changed-emails", changedEmailColumns)`
  ${SELECT_CHANGED_EMAILS} limit 500`;

const changedEmailOf = statement("subscription.new-email", changedEmailColumns)`${SELECT_CHANGED_EMAILS} and u.id = $1`;

/** Of a closed account the provider retains the invoices without contact data. */
const ERASED: Stripe.CustomerUpdateParams = { email: "", name: "", phone: "" };

/**
 * Updates the address for receipts, or erases it for a closed account. After an error the hourly reconciler tries
 * again.
 */
export async function sendEmailAddress(billing: Billing, given: ChangedEmail): Promise<void> {
  const { db, stripe, log } = billing;
  const { userId, customerId, account, email, isClosed } = given;
  try {
    requireSameAccount(account, await billing.account());
    await stripe.customers.update(customerId, isClosed ? ERASED : { email }).catch((error: unknown) => {
      if (!isRefusedAddress(error)) throw error;
      return stripe.customers.update(customerId, { email: "" });
    });
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

const mirrored = statement("subscription.mirrored", { subscription_id: text })`
  select s.subscription_id from subscriptions s join stripe_customers c on c.user_id = s.user_id where c.customer_id = $1`;

/**
 * Ends all subscriptions of ours at once and voids our open invoices: they could still be paid by their links. Other
 * contracts of the operator go on.
 */
export async function endCustomerBilling(
  { db, stripe, ownership }: Pick<Billing, "db" | "stripe" | "ownership">,
  customer: string,
): Promise<void> {
  const own = await ownership();
  const [known] = await mirrored(db, [customer]);
  for await (const subscription of stripe.subscriptions.list({ customer, limit: 100 })) {
    const ours = own.subscription(subscription, known?.subscription_id);
    if (ours === null) continue;
    await releaseSchedule(stripe, subscription);
    await removeOwn(stripe, ours).catch(ignoreRefusal);
  }
  // An uncollectible invoice can be paid too.
  for (const status of ["open", "uncollectible"] as const) {
    for await (const invoice of stripe.invoices.list({ customer, status, limit: 100 })) {
      if (own.invoice(invoice)) await stripe.invoices.voidInvoice(invoice.id).catch(ignoreRefusal);
    }
  }
}

/** A customer's unpaid checkouts of ours. */
export async function openSessions(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  return data.filter(isOwnSession);
}

/** Whether our server began a checkout; payment links and other shops begin others. */
export function isOwnSession({ metadata }: Stripe.Checkout.Session): boolean {
  return metadata?.["attempt_id"] !== undefined;
}
