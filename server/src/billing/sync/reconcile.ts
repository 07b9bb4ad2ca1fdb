import pLimit from "p-limit";
import Stripe from "stripe";
import { bool, int, notNull, text } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { FailureCollector } from "../../jobs/failure-collector.ts";
import { checkAttempt } from "../checkout/check-attempt.ts";
import { type Attempt, noteAttemptState, unsettledAttempts } from "../checkout/attempts.ts";
import { tellEmail } from "../provider/customers.ts";
import { listDisputes, noteDispute } from "./disputes.ts";
import { finishEvent, deleteExpiredEvents, stuckEvents } from "./events.ts";
import { expireForgottenChanges } from "../plan-changes/queries.ts";
import { type Billing, isRefused } from "../provider/provider.ts";
import { remindOfRenewal, upcomingRenewals } from "../emails/renewal-reminders.ts";
import { syncSubscription } from "./sync.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Customers that are looked at at once, so that the provider's limits are far away. */
const AT_ONCE = 4;

/** Milliseconds that events are remembered. */
const KEEP_EVENTS = 90 * DAY;

const dueCustomers = statement(
  "reconcile.due-customers",
  { customer_id: notNull(text) },
  `select c.customer_id from stripe_customers c
     left join subscriptions s on s.user_id = c.user_id
    where c.customer_id is not null
      and (s.period_end < $1 and s.status not in ('canceled', 'incomplete_expired')
           or s.status in ('past_due', 'incomplete', 'unpaid', 'paused')
           or exists (select from plan_changes p
                       where p.user_id = c.user_id and p.state in ('creating', 'pending')))`,
);

const allCustomers = statement(
  "reconcile.all-customers",
  { customer_id: notNull(text) },
  `select customer_id from stripe_customers where customer_id is not null order by user_id`,
);

const changedEmails = statement(
  "reconcile.changed-emails",
  { userId: int, customerId: notNull(text), email: text, isClosed: bool },
  `select u.id as "userId", c.customer_id as "customerId", u.email, u.closed_at is not null as "isClosed"
     from stripe_customers c join users u on u.id = c.user_id
    where c.customer_id is not null and c.email is distinct from u.email
    limit 500`,
);

interface Run {
  billing: Billing;
  pass: FailureCollector;
}

/**
 * Finishes what was begun and catches up with what should have been heard: events, payments, ends, addresses.
 * @throws at the end, when something has to be looked at again
 */
export async function reconcileHourly(billing: Billing, signal?: AbortSignal): Promise<void> {
  const { db, now } = billing;
  const run: Run = { billing, pass: new FailureCollector(signal) };
  const at = new Date(now()).toISOString();
  for (const { id, customer_id } of await stuckEvents(db)) {
    await attempt(run, async () => {
      if (customer_id !== null) await syncSubscription(billing, customer_id);
      await finishEvent(db, id);
    });
  }
  await each(run, await unsettledAttempts(db), (attempt) => settleAttempt(billing, attempt));
  await each(run, await dueCustomers(db, [at]), ({ customer_id }) => syncSubscription(billing, customer_id));
  await expireForgottenChanges(db, { before: new Date(now() - DAY).toISOString(), at });
  await each(run, await changedEmails(db, []), (changed) => tellEmail(billing, changed));
  await each(run, await upcomingRenewals(billing), (renewal) => remindOfRenewal(billing, renewal));
  run.pass.end();
}

/** Looks at every dispute and every customer once, whatever was heard of them. @throws like the hourly one */
export async function reconcileNightly(billing: Billing, signal?: AbortSignal): Promise<void> {
  const { db, now } = billing;
  const run: Run = { billing, pass: new FailureCollector(signal) };
  await attempt(run, async () => {
    await each(run, await listDisputes(billing), (dispute) => noteDispute(billing, dispute));
  });
  await each(run, await allCustomers(db, []), ({ customer_id }) => syncSubscription(billing, customer_id));
  await deleteExpiredEvents(db, new Date(now() - KEEP_EVENTS).toISOString());
  run.pass.end();
}

/** A checkout whose session nobody knows has run out with it; if it was paid, its customer shows that. */
async function settleAttempt(billing: Billing, attempt: Attempt): Promise<void> {
  if (attempt.session_id !== null) await checkAttempt(billing, attempt);
  else if (Date.parse(attempt.expires_at) < billing.now()) {
    await noteAttemptState(billing.db, attempt.id, "expired");
  }
}

async function each<T>(run: Run, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await Promise.all(items.map((item) => limit(() => attempt(run, () => work(item)))));
}

/**
 * One customer that the provider does not answer about keeps nobody else waiting, and has the job done again. What it
 * refuses it would refuse again in an hour, so that does not: it is about this one, and the log has it.
 */
async function attempt({ billing: { log }, pass }: Run, work: () => Promise<unknown>): Promise<void> {
  await pass.try(async () => {
    try {
      await work();
    } catch (err) {
      if (!(err instanceof Stripe.errors.StripeError)) throw err;
      const { code, type } = err;
      log.warn({ code, type }, isRefused(err) ? "the provider refused" : "the provider did not answer");
      if (!isRefused(err)) throw err;
    }
  });
}
