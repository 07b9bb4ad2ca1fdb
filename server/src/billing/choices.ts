import { payments } from "@manabiya/contract";
import type { AppContext } from "../http/app-context.ts";
import { countHit } from "../limits/rate-limiter.ts";
import { countGuesses } from "./checkout/coupon-limit.ts";
import { previewCheckout } from "./checkout/preview-checkout.ts";
import { changeAtPeriodEnd, undoChangeAtPeriodEnd } from "./plan-changes/change-at-period-end.ts";
import { type Billing, withProviderErrors } from "./provider/provider.ts";

const { checkout, planSchedule } = payments;

/** Messages for errors of the provider. */
const FAILED = {
  preview: "プラン情報を読み込めませんでした。",
  schedule: "プランの変更の予約に失敗しました。もう一度お試しください。",
  undo: "プランの変更を取り消せませんでした。もう一度お試しください。",
};

/** Calls that the product specification does not name. */
export function choiceRoutes(app: AppContext["app"], billing: Billing): void {
  const { db, now } = billing;

  app.route({
    ...checkout.preview,
    handler: async ({ currentUser: { id }, query: { plan_type: plan, code }, ip }) => {
      await countHit(db, "billingRead", { member: id }, now());
      const work = () => withProviderErrors(FAILED.preview, () => previewCheckout(billing, id, { plan, code }));
      return code === undefined ? work() : countGuesses(billing, { member: id, ip }, work);
    },
  });

  app.route({
    ...planSchedule.create,
    handler: async ({ currentUser: { id }, body }) => {
      await countHit(db, "billingOperation", { member: id }, now());
      const work = () => changeAtPeriodEnd(billing, id, { to: body.new_plan, previewed: body.proration_date });
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
