import type { PaidPlan, ScheduledChange } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import type { Own } from "../provider/ownership.ts";
import { PURPOSE } from "../provider/catalogue.ts";
import { type Billing, idOf, ignoreRefusal, isRefused, isSavedFailure } from "../provider/provider.ts";
import { instantOf, planOf } from "../sync/provider-state.ts";

/** Marks schedules of ours: members changed the plan, or were told of a price. Staff make others in the dashboard. */
export const PLAN_CHANGE = "plan_change";

type Scheduled = Pick<Stripe.Subscription, "schedule">;

/** @returns null without a schedule */
export async function readSchedule(
  stripe: Stripe,
  { schedule }: Scheduled,
): Promise<Stripe.SubscriptionSchedule | null> {
  const id = idOf(schedule);
  return id === null ? null : stripe.subscriptionSchedules.retrieve(id, { expand: ["phases.items.price"] });
}

/** @returns the other plan that begins with the next phase; null without one */
export function scheduledChange(schedule: Stripe.SubscriptionSchedule | null, plan: PaidPlan): ScheduledChange | null {
  const end = schedule?.current_phase?.end_date ?? 0;
  const next = schedule?.phases.find(({ start_date }) => start_date >= end);
  const price = next?.items[0]?.price;
  if (!next || typeof price !== "object" || price.deleted) return null;
  const to = planOf(price);
  return to === null || to === plan ? null : { to_plan: to, changes_at: instantOf(next.start_date) };
}

/** Sells a price from the end of the paid period on. The schedule is marked, and the present period stays as it is. */
export async function scheduleNext(
  { stripe, catalogue }: Pick<Billing, "stripe" | "catalogue">,
  subscription: Own<Stripe.Subscription>,
  { price, plan }: { price: string; plan: PaidPlan },
): Promise<Stripe.SubscriptionSchedule> {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [now] = phases;
  if (!now) throw new Error("the provider's schedule has no phase");
  const ours = subscription.items.data[0]?.price.id;
  const rates = await catalogue.taxRates();
  // A running contract keeps its tax rate when its seller becomes a 免税事業者.
  const sold = (item: Stripe.SubscriptionSchedule.Phase.Item) =>
    rates.length > 0 ? { price, tax_rates: rates } : { ...sameItem(item), price };
  // A phase that does not name the running discounts would end them.
  const discounts = now.discounts.flatMap(({ discount }) => idOf(discount) ?? []).map((discount) => ({ discount }));
  return stripe.subscriptionSchedules.update(id, {
    end_behavior: "release",
    proration_behavior: "none",
    metadata: { [PURPOSE]: PLAN_CHANGE },
    phases: [
      { items: now.items.map(sameItem), start_date: now.start_date, end_date: now.end_date, discounts },
      {
        items: now.items.map((item) => (priceOf(item) === ours ? sold(item) : sameItem(item))),
        duration: { interval: plan === "monthly" ? "month" : "year", interval_count: 1 },
        proration_behavior: "none",
        discounts,
      },
    ],
    expand: ["phases.items.price"],
  });
}

const priceOf = ({ price }: Stripe.SubscriptionSchedule.Phase.Item) => idOf(price);

function sameItem({ price, quantity, tax_rates }: Stripe.SubscriptionSchedule.Phase.Item) {
  return { price: idOf(price) ?? "", quantity: quantity ?? 1, tax_rates: (tax_rates ?? []).map(({ id }) => id) };
}

/**
 * Detaches the schedule, so that the subscription stays as it is: the provider refuses changes and cancellations of a
 * scheduled subscription.
 */
export async function releaseSchedule(stripe: Stripe, { schedule }: Scheduled): Promise<void> {
  const id = idOf(schedule);
  if (id === null) return;
  try {
    await stripe.subscriptionSchedules.release(id);
  } catch (error) {
    // Another request released it, or it has ended.
    if (isRefused(error)) return;
    if (!isSavedFailure(error)) throw error;
    const { status } = await stripe.subscriptionSchedules.retrieve(id);
    if (status === "active" || status === "not_started") throw error;
  }
}

/** Releases a schedule of ours as soon as its last phase runs. A schedule of the dashboard stays. */
export async function releaseFinished<S extends Scheduled>(stripe: Stripe, subscription: S): Promise<S> {
  const schedule = await readSchedule(stripe, subscription);
  if (schedule === null || schedule.metadata?.[PURPOSE] !== PLAN_CHANGE) return subscription;
  if (schedule.current_phase?.start_date !== schedule.phases.at(-1)?.start_date) return subscription;
  await stripe.subscriptionSchedules.release(schedule.id).catch(ignoreRefusal);
  return { ...subscription, schedule: null };
}
