import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { BillingApp, Member } from "./billing-app.ts";
import { selectRows } from "./select-rows.ts";

/** What the database says of a member, and whether a video lets them in. */
export async function seenAs(t: BillingApp, { id }: Pick<Member, "id">) {
  const [user] = await selectRows(t.db, "users", { id });
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

export async function customerOf(t: BillingApp, { id }: Pick<Member, "id">): Promise<string> {
  const [row] = await selectRows(t.db, "stripe_customers", { user_id: id });
  if (!row?.customer_id) throw new Error(`member ${id} is no customer`);
  return row.customer_id;
}

/** What the provider has of a member: statuses of subscriptions, newest first, and what was charged, oldest first. */
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

/** The latest subscription of a member at the provider. */
export async function latestOf(t: BillingApp, member: Pick<Member, "id">) {
  const customer = await customerOf(t, member);
  const { data } = await t.stripe.subscriptions.list({ customer, status: "all", limit: 1 });
  const [subscription] = data;
  if (!subscription) throw new Error("the member has no subscription");
  return subscription;
}

/** Subjects of a member's mails, oldest first, without the site's name. */
export async function subjectsTo(t: BillingApp, { email }: Pick<Member, "email">): Promise<string[]> {
  const mails = await selectRows(t.db, "mail_outbox", { recipient: email });
  return mails.map(({ subject }) => subject.replace(/^【.*】/, ""));
}
