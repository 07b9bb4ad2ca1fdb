import type Stripe from "stripe";
import { type Database, int, nullable, statement, text } from "../../db/statement.ts";
import { AppError } from "../../errors/app-error.ts";
import { alertStaff } from "../alerts.ts";
import { findCustomer, replaceCustomer } from "../provider/customers.ts";
import { type Billing, isMissing } from "../provider/provider.ts";
import { withMemberLock } from "./member-lock.ts";
import { isLive } from "./provider-state.ts";
import { syncSubscription } from "./sync.ts";

// Staff can sell our plan in the dashboard or by a payment link, to a customer of whom we know nothing but the address.

export const UNKNOWN_PAYMENT = "unknown_payment";

const memberWith = statement("unknown-customer.member", { id: int })`
  select id from users where email = $1 and closed_at is null`;

const owner = statement("unknown-customer.owner", { user_id: int })`
  select user_id from stripe_customers where customer_id = $1`;

const openAlerts = statement("unknown-customer.alerts", { about: text })`
  select about from staff_alerts where kind = $1 and user_id = $2 and resolved_at is null`;

const memberOf = statement("unknown-customer.connected", { email: text, customer_id: nullable(text) })`
  select u.email, c.customer_id from users u left join stripe_customers c on c.user_id = u.id
   where u.id = $1 and u.closed_at is null`;

/** Tells staff of a running contract of ours whose customer has a member's address and is not linked to the member. */
export async function reportUnknownCustomer(billing: Billing, customer: string): Promise<void> {
  const { db, stripe } = billing;
  if ((await owner(db, [customer])).length > 0) return;
  const email = await addressOf(stripe, customer);
  if (email === null) return;
  const [member] = await memberWith(db, [email.toLowerCase()]);
  if (member && (await hasContract(billing, customer))) await report(billing, member.id, customer);
}

/** Whether another customer with a member's address pays for a running contract of ours. Staff hear of it. */
export async function paysElsewhere(billing: Billing, user: { id: number; email: string }): Promise<boolean> {
  const { db, stripe } = billing;
  const { data } = await stripe.customers.list({ email: user.email, limit: 100 });
  const reported = await openAlerts(db, [UNKNOWN_PAYMENT, user.id]);
  for (const customer of new Set([...data.map(({ id }) => id), ...reported.map(({ about }) => about)])) {
    if ((await owner(db, [customer])).length > 0 || !(await hasContract(billing, customer))) continue;
    await report(billing, user.id, customer);
    return true;
  }
  return false;
}

/** Running contracts of the last days, in case an event was lost. @param days of the past */
export async function reportRecentContracts(billing: Billing, days: number): Promise<void> {
  const gte = Math.floor(billing.now() / 1000) - days * 86_400;
  for await (const { customer } of billing.stripe.subscriptions.list({ created: { gte }, limit: 100 })) {
    await reportUnknownCustomer(billing, typeof customer === "string" ? customer : customer.id);
  }
}

/**
 * Gives a member the customer that paid. @throws 409 `connect_conflict` when the member has a running contract, or the
 * customer belongs to another member
 */
export function connectCustomer(billing: Billing, userId: number, customer: string): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const [member] = await memberOf(billing.db, [userId]);
    const [other] = await owner(billing.db, [customer]);
    if (!member || (other && other.user_id !== userId)) {
      throw conflict("この会員は退会したか、この支払いはほかの会員に結び付いています。");
    }
    if (member.customer_id !== customer) {
      const current = await findCustomer(billing, userId);
      const synced = current === null ? null : await syncSubscription(billing, current);
      if (synced?.state?.access === "live") {
        throw conflict(
          "この会員には、すでに有効な契約があります。不要な方をStripeで解約してから、結び付けてください。",
        );
      }
      await replaceCustomer(billing, { id: userId, email: member.email }, customer);
    }
    await syncSubscription(billing, customer);
  });
}

const conflict = (message: string): AppError => new AppError(409, "connect_conflict", message);

async function addressOf(stripe: Stripe, id: string): Promise<string | null> {
  try {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? null : customer.email;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function hasContract({ stripe, ownership }: Billing, customer: string): Promise<boolean> {
  const own = await ownership();
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
  return data.some((subscription) => own.subscription(subscription) !== null && isLive(subscription));
}

function report({ db, now }: { db: Database; now: () => number }, userId: number, customer: string): Promise<void> {
  const message = `会員${userId}のメールアドレスで、別の顧客（${customer}）がこのサイトのプランを契約しています。支払いリンクやStripeの画面で申し込まれたものです。この会員の契約であれば、結び付けてください。`;
  return alertStaff(db, { kind: UNKNOWN_PAYMENT, about: customer, message, userId }, now());
}
