import type { PaidPlan, ScheduledChange } from "@manabiya/contract/billing/subscription.ts";
import { AppError } from "../../errors/app-error.ts";
import { type Billing, isSavedFailure } from "../provider/provider.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { previewExpired, refuseUnlessChangeable, soldAsPreviewed } from "./plan-change.ts";
import { requireRunning, type Running } from "./running-subscription.ts";
import { readSchedule, releaseSchedule, scheduledChange, scheduleNext } from "./schedule.ts";

/**
 * Changes the plan when the paid period ends. The provider keeps the schedule, and a repeated call changes nothing.
 * @throws 409 `no_subscription`, `payment_failed`, `cancel_scheduled`, `preview_expired`; 400 for the current plan
 */
export function changeAtPeriodEnd(
  billing: Billing,
  userId: number,
  { to, previewed }: { to: PaidPlan; /** The date of the preview, in seconds. */ previewed?: number | undefined },
): Promise<ScheduledChange> {
  return withMemberLock(billing.db, userId, async () => {
    const running = await requireRunning(billing, userId);
    refuseUnlessChangeable(running, to);
    if (previewed !== undefined && !(await soldAsPreviewed(billing, to, previewed))) throw previewExpired();
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
  const price = await billing.catalogue.price(to);
  const schedule = await scheduleNext(billing, running.subscription, { price, plan: to });
  const after = scheduledChange(schedule, running.plan);
  if (!after) throw new Error("the provider's schedule does not change the plan");
  return after;
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
      throw new AppError(409, "change_took_effect", "プランの変更はすでに完了しているため、取り消せません。");
    }
  });
}
