import pLimit from "p-limit";
import Stripe from "stripe";
import { statement } from "../db/open.ts";
import { checkAttempt } from "./check-session.ts";
import { type Attempt, noteAttemptState, unsettledAttempts } from "./checkout-attempts.ts";
import { type ChangedEmail, tellEmail } from "./customers.ts";
import { listDisputes, noteDispute } from "./disputes.ts";
import { finishEvent, pruneEvents, stuckEvents } from "./events.ts";
import { expireForgottenChanges } from "./plan-changes.ts";
import type { Billing } from "./provider.ts";
import { remindOfRenewal, upcomingRenewals } from "./renewal-reminders.ts";
import { syncSubscription } from "./sync.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Customers that are looked at at once, so that the provider's limits are far away. */
const AT_ONCE = 4;

/** Milliseconds that events are remembered. */
const KEEP_EVENTS = 90 * DAY;

const dueCustomers = statement<{ customer_id: string }>(
  "reconcile.due-customers",
  `select c.customer_id from stripe_customers c
     left join subscriptions s on s.user_id = c.user_id
    where c.customer_id is not null
      and (s.period_end < $1 and s.status not in ('canceled', 'incomplete_expired')
           or s.status in ('past_due', 'incomplete', 'unpaid', 'paused')
           or exists (select from plan_changes p
                       where p.user_id = c.user_id and p.state in ('creating', 'pending')))`,
);

const allCustomers = statement<{ customer_id: string }>(
  "reconcile.all-customers",
  `select customer_id from stripe_customers where customer_id is not null order by user_id`,
);

const changedEmails = statement<ChangedEmail>(
  "reconcile.changed-emails",
  `select u.id as "userId", c.customer_id as "customerId", u.email, u.closed_at is not null as "isClosed"
     from stripe_customers c join users u on u.id = c.user_id
    where c.customer_id is not null and c.email is distinct from u.email
    limit 500`,
);

/** Finishes what was begun and catches up with what should have been heard: events, payments, ends, addresses. */
export async function reconcileHourly(billing: Billing): Promise<void> {
  const { db, now } = billing;
  const at = new Date(now()).toISOString();
  for (const { id, customer_id } of await stuckEvents(db)) {
    await tolerating(billing, async () => {
      if (customer_id !== null) await syncSubscription(billing, customer_id);
      await finishEvent(db, id);
    });
  }
  await each(billing, await unsettledAttempts(db), (attempt) => settleAttempt(billing, attempt));
  await each(billing, await dueCustomers(db, [at]), ({ customer_id }) =>
    syncSubscription(billing, customer_id),
  );
  await expireForgottenChanges(db, { before: new Date(now() - DAY).toISOString(), at });
  await each(billing, await changedEmails(db, []), (changed) => tellEmail(billing, changed));
  await each(billing, await upcomingRenewals(billing), (renewal) => remindOfRenewal(billing, renewal));
}

/** Looks at every dispute and every customer once, whatever was heard of them. */
export async function reconcileNightly(billing: Billing): Promise<void> {
  const { db, now } = billing;
  await tolerating(billing, async () => {
    await each(billing, await listDisputes(billing), (dispute) => noteDispute(billing, dispute));
  });
  await each(billing, await allCustomers(db, []), ({ customer_id }) =>
    syncSubscription(billing, customer_id),
  );
  await pruneEvents(db, new Date(now() - KEEP_EVENTS).toISOString());
}

/** A checkout whose session nobody knows has run out with it; if it was paid, its customer shows that. */
async function settleAttempt(billing: Billing, attempt: Attempt): Promise<void> {
  if (attempt.session_id !== null) await checkAttempt(billing, attempt);
  else if (Date.parse(attempt.expires_at) < billing.now()) {
    await noteAttemptState(billing.db, attempt.id, "expired");
  }
}

async function each<T>(billing: Billing, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(items.map((item) => limit(() => tolerating(billing, () => work(item)))));
}

/** One customer that the provider does not answer about keeps nobody else waiting; there is a next time. */
async function tolerating({ log }: Billing, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripeError)) throw err;
    log.warn({ code: err.code, type: err.type }, "the provider did not answer; trying again next time");
  }
}
