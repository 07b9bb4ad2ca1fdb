import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import pLimit from "p-limit";
import Stripe from "stripe";
import { notNull, statement, text } from "../../db/statement.ts";
import { AppError } from "../../errors/app-error.ts";
import { FailureCollector } from "../../jobs/failure-collector.ts";
import { alertStaff } from "../alerts.ts";
import { describeCodes } from "../../observability/logger.ts";
import { checkAttempt } from "../checkout/check-attempt.ts";
import { type Attempt, setAttemptState, unsettledAttempts } from "../checkout/attempts.ts";
import { checkPrices } from "../prices/check-prices.ts";
import { hasMoves, moveMember } from "../prices/move-member.ts";
import { refuseOtherAccount } from "../provider/account.ts";
import { changedEmails, sendEmailAddress } from "../provider/customers.ts";
import { listDisputes, recordDispute } from "./disputes.ts";
import { finishEvent, deleteExpiredEvents, abandonedEvents } from "./events.ts";
import { expireUnansweredChanges } from "../plan-changes/queries.ts";
import { type Billing, isRefused } from "../provider/provider.ts";
import { expiringCards, remindOfCard } from "../emails/card-reminders.ts";
import { remindOfRenewal, upcomingRenewals } from "../emails/renewal-reminders.ts";
import { CUSTOMER_MISSING, type Synced, syncSubscription } from "./sync.ts";
import { reportRecentContracts } from "./unknown-customer.ts";
import { operatorCommand } from "../../errors/operator-command.ts";

/** Days for which the provider repeats an event. */
const EVENT_REPEATS = 3;

/** Far below the provider's rate limit. */
const MAX_CONCURRENT = 4;

/** Milliseconds. */
const EVENT_RETENTION = 90 * DAY;

/** Imported customers that an hour's run reads first: a few minutes' work. The nightly run reads all. */
const MAX_IMPORTED = 2_000;

const dueCustomers = statement("reconcile.due-customers", { customer_id: notNull(text) })`
  select c.customer_id from stripe_customers c
    left join subscriptions s on s.user_id = c.user_id
   where c.customer_id is not null
     and (s.period_end < $1 and s.status not in ('canceled', 'incomplete_expired')
          or s.status in ('past_due', 'incomplete', 'unpaid', 'paused')
          or c.user_id in (select user_id from stripe_customers
                            where account is null and customer_id is not null order by user_id limit ${MAX_IMPORTED})
          or exists (select from plan_changes p
                      where p.user_id = c.user_id and p.state in ('creating', 'pending')))`;

const allCustomers = statement("reconcile.all-customers", { customer_id: notNull(text) })`
  select customer_id from stripe_customers where customer_id is not null order by user_id`;

/** Members who may lose access in one run without having cancelled: this many, or this share of the customers. */
const MAX_ENDS = 5;
const MAX_ENDS_SHARE = 0.01;

export const isUsual = (ends: number, customers: number): boolean =>
  ends <= Math.max(MAX_ENDS, customers * MAX_ENDS_SHARE);

interface ReconcileOptions {
  signal?: AbortSignal;
  /** Ends access however many members are concerned. */
  allowEnds?: boolean;
}

type Run = Awaited<ReturnType<typeof begin>>;

async function begin(billing: Billing, signal: AbortSignal | undefined) {
  await refuseOtherAccount(billing.db, await billing.account());
  return { billing, failures: new FailureCollector(signal) };
}

/**
 * Finishes interrupted work and catches up on lost events, payments, ends and email addresses.
 * @throws at the end when an item failed, so that the job runs again
 */
export async function reconcileHourly(billing: Billing, { signal, allowEnds = false }: ReconcileOptions = {}) {
  const { db, now } = billing;
  const run = await begin(billing, signal);
  const at = new Date(now()).toISOString();
  for (const { customer_id, ...event } of await abandonedEvents(db, [])) {
    await attempt(run, async () => {
      if (customer_id !== null) await syncSubscription(billing, customer_id);
      await finishEvent(db, event);
    });
  }
  await each(run, await unsettledAttempts(db, []), (attempt) => settleAttempt(billing, attempt));
  await syncCustomers(run, await dueCustomers(db, [at]), allowEnds);
  await expireUnansweredChanges(db, [new Date(now() - DAY).toISOString(), at]);
  await each(run, await changedEmails(db, []), (changed) => sendEmailAddress(billing, changed));
  await each(run, await upcomingRenewals(billing), (renewal) => remindOfRenewal(billing, renewal));
  await each(run, await expiringCards(billing), (card) => remindOfCard(billing, card));
  run.failures.end();
}

/** Compares the prices, and syncs every dispute and every customer. @throws like the hourly reconciler */
export async function reconcileNightly(billing: Billing, { signal, allowEnds = false }: ReconcileOptions = {}) {
  const { db, now } = billing;
  const run = await begin(billing, signal);
  await attempt(run, async () => {
    await each(run, await listDisputes(billing), (dispute) => recordDispute(billing, dispute));
  });
  await attempt(run, () => checkPrices(billing));
  await attempt(run, () => reportRecentContracts(billing, EVENT_REPEATS));
  await syncCustomers(run, await allCustomers(db, []), allowEnds, hasMoves(billing) ? moveMember : undefined);
  await deleteExpiredEvents(db, [new Date(now() - EVENT_RETENTION).toISOString()]);
  run.failures.end();
}

/**
 * Syncs customers. If more members would lose access without having cancelled than a night explains, none of them does.
 * @throws when ends were held back
 */
async function syncCustomers(
  run: Run,
  customers: { customer_id: string }[],
  allowEnds: boolean,
  then?: (billing: Billing, synced: Synced) => Promise<void>,
): Promise<void> {
  const { billing, failures } = run;
  const held: { customer_id: string }[] = [];
  await each(run, customers, async (customer) => {
    const synced = await syncSubscription(billing, customer.customer_id, { deferEnds: !allowEnds });
    if (synced?.isDeferred) held.push(customer);
    else if (synced) await then?.(billing, synced);
  });
  if (isUsual(held.length, customers.length)) {
    await each(run, held, ({ customer_id }) => syncSubscription(billing, customer_id));
    return;
  }
  await failures.try(async () => {
    const message = `${held.length}人の会員の契約が、Stripeで終了しています。人数が多く、誤りのおそれがあるため、視聴の許可を停止していません。Stripeで確認してください。`;
    const about = new Date(billing.now()).toISOString().slice(0, 10);
    await alertStaff(billing.db, { kind: "many_ends", about, message, userId: null }, billing.now());
    throw new Error(
      `${held.length} members would lose access: compare with the dashboard, then run ${operatorCommand("manage stripe-sync --allow-ends")}`,
    );
  });
}

/** An attempt without a session expires by its own time; a payment would show in the customer's sync. */
async function settleAttempt(billing: Billing, attempt: Attempt): Promise<void> {
  if (attempt.session_id !== null) await checkAttempt(billing, attempt);
  else if (Date.parse(attempt.expires_at) < billing.now()) {
    await setAttemptState(billing.db, attempt.id, "expired");
  }
}

async function each<T>(run: Run, items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const limit = pLimit(MAX_CONCURRENT);
  await Promise.all(items.map((item) => limit(() => attempt(run, () => work(item)))));
}

/**
 * An item without an answer fails the job at its end, so that it runs again; the other items continue. A refused item is
 * logged only, because the provider would refuse it again.
 */
async function attempt({ billing: { log }, failures }: Run, work: () => Promise<unknown>): Promise<void> {
  await failures.try(async () => {
    try {
      await work();
    } catch (err) {
      // Staff have an alert. The other items tell whether the account is the right one.
      if (err instanceof AppError && err.type === CUSTOMER_MISSING) return;
      if (!(err instanceof Stripe.errors.StripeError)) throw err;
      const { code, type } = err;
      log.warn(
        { code, type, cause: describeCodes(err) },
        isRefused(err) ? "the provider refused" : "the provider did not answer",
      );
      if (!isRefused(err)) throw err;
    }
  });
}
