import type Stripe from "stripe";
import { command, type Database, nullable, statement, text } from "../../db/statement.ts";

/** The subscribed event types; `npm run manage -- stripe-setup` registers them. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.finalization_failed",
  "invoice.finalized",
  "customer.updated",
  "customer.deleted",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
  "refund.failed",
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Minutes after which a claimed event counts as abandoned by a crashed process. */
const ABANDONED_AFTER = 5;

/** Or claimed by a clock that was set back since then. */
const IS_ABANDONED = `stripe_events.state = 'taken'
     and (stripe_events.taken_at < clock_timestamp() - make_interval(mins => ${ABANDONED_AFTER})
          or stripe_events.taken_at > clock_timestamp() + make_interval(mins => ${ABANDONED_AFTER}))`;

const claim = statement("events.claim", { claim: text })`
  insert into stripe_events (id, type, customer_id, state, received_at, taken_at)
  values ($1, $2, $3, 'taken', $4, clock_timestamp())
  on conflict (id) do update set taken_at = clock_timestamp()
   where ${IS_ABANDONED}
  returning taken_at::text as claim`;

const done = command("events.done")`update stripe_events set state = 'done' where id = $1 and taken_at::text = $2`;

const release = command("events.release")`
  delete from stripe_events where id = $1 and state = 'taken' and taken_at::text = $2`;

export const abandonedEvents = statement("events.abandoned", { id: text, claim: text, customer_id: nullable(text) })`
  select id, taken_at::text as claim, customer_id from stripe_events
   where ${IS_ABANDONED} limit 200`;

/** Values: the instant before which they were received. */
export const deleteExpiredEvents = command("events.delete-expired")`delete from stripe_events where received_at < $1`;

/** A claimed event. Another process may claim it again later; `claim` tells the two claims apart. */
export interface ClaimedEvent {
  id: string;
  claim: string;
}

/** @param now milliseconds since 1970 @returns null when the event is claimed or done already */
export async function claimEvent(
  db: Database,
  event: { id: string; type: string; customerId: string | null },
  now: number,
): Promise<ClaimedEvent | null> {
  const { id, type, customerId } = event;
  const [row] = await claim(db, [id, type, customerId, new Date(now).toISOString()]);
  return row ? { id, ...row } : null;
}

export async function finishEvent(db: Database, { id, claim }: ClaimedEvent): Promise<void> {
  await done(db, [id, claim]);
}

/** After an error: the provider's next delivery can claim the event again. */
export async function releaseEvent(db: Database, { id, claim }: ClaimedEvent): Promise<void> {
  await release(db, [id, claim]);
}
