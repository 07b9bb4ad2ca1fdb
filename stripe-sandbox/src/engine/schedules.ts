import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { newItems } from "./items.ts";
import { updateSubscription } from "./subscriptions.ts";

type Schedule = Stripe.SubscriptionSchedule;

export function scheduleOf(world: World, { schedule }: Stripe.Subscription): Schedule | null {
  const id = idOf(schedule);
  return id === null ? null : world.need("subscription_schedule", id);
}

/** The items of the phase that begins at an instant; null: the subscription keeps its items. @param at seconds */
export function itemsOfPhase(
  world: World,
  subscription: Stripe.Subscription,
  at: number,
): Stripe.SubscriptionItem[] | null {
  const phase = scheduleOf(world, subscription)?.phases.find(({ start_date }) => start_date === at);
  if (phase === undefined) return null;
  const wanted = phase.items.map(({ price, quantity, tax_rates }) => ({
    price: idOf(price),
    quantity: quantity ?? 1,
    tax_rates: (tax_rates ?? []).map(({ id }) => id),
  }));
  const items = newItems(world, subscription.id, wanted, () => ({ start: at, end: at }));
  // A phase changes the item; it does not replace it.
  return items.map((item, index) => ({ ...item, id: subscription.items.data[index]?.id ?? item.id }));
}

/** The subscription's discounts in the phase that begins at an instant. @param at seconds */
export function withDiscountsOfPhase(world: World, subscription: Stripe.Subscription, at: number): Stripe.Subscription {
  const phase = scheduleOf(world, subscription)?.phases.find(({ start_date }) => start_date === at);
  return phase === undefined ? subscription : { ...subscription, discounts: discountsOf(phase) };
}

/** Ids. */
export function discountsOf({ discounts }: Stripe.SubscriptionSchedule.Phase): string[] {
  return discounts.map(({ discount }) => idOf(discount)).filter((id) => id !== null);
}

/** Enters the phase that begins at an instant. @param at seconds */
export function enterPhase(world: World, subscription: Stripe.Subscription, at: number): void {
  const schedule = scheduleOf(world, subscription);
  const phase = schedule?.phases.find(({ start_date }) => start_date === at);
  if (!schedule || !phase) return;
  const { start_date, end_date } = phase;
  const changed = { ...schedule, current_phase: { start_date, end_date } };
  world.emit("subscription_schedule.updated", world.store.put("subscription_schedule", changed));
}

/** The instant at which the last phase ends, seconds. */
export function lastEndOf({ phases }: Schedule): number | null {
  return phases.at(-1)?.end_date ?? null;
}

/** Detaches the schedule; the subscription continues as it is. */
export function releaseSchedule(world: World, schedule: Schedule): Schedule {
  needRunning(schedule, "release");
  const id = idOf(schedule.subscription);
  const released = world.store.put("subscription_schedule", {
    ...schedule,
    status: "released",
    released_at: world.seconds(),
    released_subscription: id,
    subscription: null,
    current_phase: null,
  });
  if (id !== null) {
    const ends = schedule.end_behavior === "cancel" ? { cancel_at: null, canceled_at: null } : {};
    updateSubscription(world, world.need("subscription", id), { schedule: null, ...ends });
  }
  world.emit("subscription_schedule.released", released);
  return released;
}

export function needRunning({ status }: Schedule, what: string): void {
  if (status === "active" || status === "not_started") return;
  throw invalidRequest(`You cannot ${what} a subscription schedule that is currently in the \`${status}\` status.`, {
    param: "schedule",
  });
}
