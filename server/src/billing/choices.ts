import { billingChoices } from "@manabiya/contract";
import type { AppContext } from "../http/app-context.ts";
import { countHit } from "../limits/rate-limiter.ts";
import { previewCoupon } from "./checkout/coupon.ts";
import { countGuesses } from "./checkout/coupon-limit.ts";
import { changeAtPeriodEnd, undoChangeAtPeriodEnd } from "./plan-changes/change-at-period-end.ts";
import { type Billing, withProviderErrors } from "./provider/provider.ts";

const { coupon, planSchedule } = billingChoices;

/** Messages for errors of the provider. */
const FAILED = {
  coupon: "クーポンコードを確認できませんでした。もう一度お試しください。",
  schedule: "プランの変更の予約に失敗しました。もう一度お試しください。",
  undo: "プランの変更を取り消せませんでした。もう一度お試しください。",
};

/** Calls that the product specification does not name. */
export function choiceRoutes(app: AppContext["app"], billing: Billing): void {
  const { db, now } = billing;

  app.route({
    ...coupon.preview,
    handler: async ({ currentUser: { id }, body: { plan_type: plan, code }, ip }) => {
      await countHit(db, "billingRead", { member: id }, now());
      const work = () => withProviderErrors(FAILED.coupon, () => previewCoupon(billing, id, { plan, code }));
      return countGuesses(billing, { member: id, ip }, work);
    },
  });

  app.route({
    ...planSchedule.create,
    handler: async ({ currentUser: { id }, body }) => {
      await countHit(db, "billingOperation", { member: id }, now());
      const work = () => changeAtPeriodEnd(billing, id, body.new_plan);
      return { scheduled_change: await withProviderErrors(FAILED.schedule, work) };
    },
  });

  app.route({
    ...planSchedule.undo,
    handler: async ({ currentUser: { id } }) => {
      await countHit(db, "billingOperation", { member: id }, now());
      await withProviderErrors(FAILED.undo, () => undoChangeAtPeriodEnd(billing, id));
      return { scheduled_change: null };
    },
  });
}
