import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { MemberState } from "../../src/billing/sync/provider-state.ts";
import type { BillingApp, Member } from "./billing-types.ts";

/** A member's state in the database, and whether they can watch. */
export async function seenAs(t: BillingApp, { id }: Pick<Member, "id">) {
  const found = await t.db.query<MemberState & Parameters<typeof canWatch>[0]>({
    text: `select * from users where id = $1`,
    values: [id],
  });
  const [user] = found.rows;
  if (!user) throw new Error(`there is no member ${id}`);
  const { subscription_status, subscription_plan, subscription_end_date, cancel_at_period_end } = user;
  return {
    status: subscription_status,
    plan: subscription_plan,
    ends: subscription_end_date,
    cancels: cancel_at_period_end,
    watches: canWatch(user, t.clock.now()),
  };
}

interface CustomerRow {
  customer_id: string | null;
  email: string | null;
  lock_token: string | null;
}

export async function customerRow(t: BillingApp, { id }: Pick<Member, "id">): Promise<CustomerRow> {
  const text = `select customer_id, email, lock_token from stripe_customers where user_id = $1`;
  const [row] = (await t.db.query<CustomerRow>({ text, values: [id] })).rows;
  if (!row) throw new Error(`member ${id} is no customer`);
  return row;
}

export async function customerOf(t: BillingApp, member: Pick<Member, "id">): Promise<string> {
  const { customer_id } = await customerRow(t, member);
  if (customer_id === null) throw new Error(`member ${member.id} is no customer`);
  return customer_id;
}

/** Staff alerts whose column has a value, oldest first. */
export async function alertsWith(t: BillingApp, column: "kind" | "about" | "user_id", value: string | number) {
  const { rows } = await t.db.query<{ kind: string; about: string; user_id: number; amount: number | null }>({
    text: `select kind, about, user_id, amount from staff_alerts where ${column} = $1 order by id`,
    values: [value],
  });
  return rows;
}

/** A member's subscriptions at the provider, newest first, and net charges, oldest first. */
export async function booksOf(t: BillingApp, member: Pick<Member, "id">) {
  const customer = await customerOf(t, member);
  const subscriptions = await t.stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  const charges = await t.stripe.charges.list({ customer, limit: 100 });
  return {
    statuses: subscriptions.data.map(({ status }) => status),
    live: subscriptions.data.filter(({ status }) => ["active", "trialing", "past_due"].includes(status)),
    charged: charges.data
      .filter(({ status }) => status === "succeeded")
      .map(({ amount, amount_refunded }) => amount - amount_refunded)
      .reverse(),
  };
}

export async function latestOf(t: BillingApp, member: Pick<Member, "id">) {
  const customer = await customerOf(t, member);
  const { data } = await t.stripe.subscriptions.list({ customer, status: "all", limit: 1 });
  const [subscription] = data;
  if (!subscription) throw new Error("the member has no subscription");
  return subscription;
}

/** Subjects of a member's mails, oldest first, without the site's name. */
export async function subjectsTo(t: BillingApp, { email }: Pick<Member, "email">): Promise<string[]> {
  const { rows } = await t.db.query<{ subject: string }>({
    text: `select subject from mail_outbox where recipient = $1 order by id`,
    values: [email],
  });
  return rows.map(({ subject }) => subject.replace(/^【.*】/, ""));
}
