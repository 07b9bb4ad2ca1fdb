import type { PaidPlan, ScheduledChange } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { AppError } from "../../http/app-error.ts";
import { PURPOSE } from "../provider/catalogue.ts";
import { type Billing, idOf, isSavedFailure } from "../provider/provider.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { refuseUnlessChangeable } from "./plan-change.ts";
import { requireRunning, type Running } from "./running-subscription.ts";
import { PLAN_CHANGE, readSchedule, releaseSchedule, scheduledChange } from "./schedule.ts";

/**
 * Changes the plan when the paid period ends. The provider keeps the schedule, and a repeated call changes nothing.
 * @throws 409 `no_subscription`, `payment_failed`, `cancel_scheduled`; 400 for the current plan
 */
export function changeAtPeriodEnd(billing: Billing, userId: number, to: PaidPlan): Promise<ScheduledChange> {
  return withMemberLock(billing.db, userId, async () => {
    const running = await requireRunning(billing, userId);
    refuseUnlessChangeable(running, to);
    try {
      return await ensureScheduled(billing, running, to);
    } catch (error) {
      if (!isSavedFailure(error)) throw error;
      // The request may have taken effect. The provider accepts one schedule per subscription, so a look is enough.
      return ensureScheduled(billing, await requireRunning(billing, userId), to);
    }
  });
}

async function ensureScheduled(billing: Billing, running: Running, to: PaidPlan): Promise<ScheduledChange> {
  const { stripe } = billing;
  const known = await readSchedule(stripe, running.subscription);
  const before = scheduledChange(known, running.plan);
  if (before?.to_plan === to) return before;
  // An interrupted call left it, or the member prefers another change than that of the dashboard.
  if (known) await releaseSchedule(stripe, running.subscription);
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: running.subscription.id });
  const [now] = phases;
  if (!now) throw new Error("the provider's schedule has no phase");
  // A phase that does not name the running discounts would end them.
  const discounts = now.discounts.flatMap(({ discount }) => idOf(discount) ?? []).map((discount) => ({ discount }));
  const schedule = await stripe.subscriptionSchedules.update(id, {
    end_behavior: "release",
    proration_behavior: "none",
    metadata: { [PURPOSE]: PLAN_CHANGE },
    phases: [
      { items: now.items.map(sameItem), start_date: now.start_date, end_date: now.end_date, discounts },
      {
        items: [{ price: await billing.catalogue.price(to), tax_rates: [await billing.catalogue.taxRate()] }],
        duration: { interval: to === "monthly" ? "month" : "year", interval_count: 1 },
        proration_behavior: "none",
        discounts,
      },
    ],
    expand: ["phases.items.price"],
  });
  const after = scheduledChange(schedule, running.plan);
  if (!after) throw new Error("the provider's schedule does not change the plan");
  return after;
}

function sameItem({ price, quantity, tax_rates }: Stripe.SubscriptionSchedule.Phase.Item) {
  return {
    price: typeof price === "string" ? price : price.id,
    quantity: quantity ?? 1,
    tax_rates: (tax_rates ?? []).map(({ id }) => id),
  };
}

/**
 * Takes back a change at the end of the period, also one that staff made in the dashboard.
 * @throws 409 `no_subscription`, `change_took_effect`
 */
export function undoChangeAtPeriodEnd(billing: Billing, userId: number): Promise<void> {
  return withMemberLock(billing.db, userId, async () => {
    const running = await requireRunning(billing, userId);
    const { plan, subscription } = running;
    if (scheduledChange(await readSchedule(billing.stripe, subscription), plan) !== null) {
      await releaseSchedule(billing.stripe, subscription);
    } else if (plan === "monthly") {
      throw new AppError(409, "change_took_effect", "プランはすでに変わっているため、取り消せません。");
    }
  });
}
