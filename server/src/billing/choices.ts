import { contract } from "@manabiya/contract";
import type { TypedFastify } from "../http/route-context.ts";
import { countHit } from "../limits/rate-limiter.ts";
import { createCheckout } from "./checkout/checkout.ts";
import { countGuesses } from "./checkout/coupon-limit.ts";
import { previewCheckout } from "./checkout/preview-checkout.ts";
import { changeAtPeriodEnd, undoChangeAtPeriodEnd } from "./plan-changes/change-at-period-end.ts";
import { type Billing, withProviderErrors } from "./provider/provider.ts";

const { checkout, planSchedule } = contract;

/** A slip for each month would be a nuisance and a fee. */
const BY_INVOICE = "yearly";

/** Messages for errors of the provider. */
const FAILED = {
  preview: "プラン情報を読み込めませんでした。",
  order: "お申し込みの手続きを始められませんでした。もう一度お試しください。",
  schedule: "プランの変更の予約に失敗しました。もう一度お試しください。",
  undo: "プランの変更を取り消せませんでした。もう一度お試しください。",
};

/** Calls that the product specification does not name. */
export function choiceRoutes(app: TypedFastify, billing: Billing): void {
  const { db, now } = billing;

  app.answer(checkout.preview, async ({ currentUser: { id }, query: { plan_type: plan, code }, ip }) => {
    await countHit(db, "billingRead", { member: id }, now());
    const work = () => withProviderErrors(FAILED.preview, () => previewCheckout(billing, id, { plan, code }));
    const preview = await (code === undefined ? work() : countGuesses(billing, { member: id, ip }, work));
    const by_invoice = billing.site.takesInvoiceOrders && plan === BY_INVOICE && preview.coupon === null;
    return { ...preview, ...(by_invoice && { by_invoice }) };
  });

  app.answer(checkout.byInvoice, async ({ currentUser, body: { price } }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    const order = { plan: BY_INVOICE, successUrl: "", cancelUrl: "", price, isByInvoice: true } as const;
    const work = () => createCheckout(billing, currentUser, order);
    return { url: (await withProviderErrors(FAILED.order, work)).url };
  });

  app.answer(planSchedule.create, async ({ currentUser: { id }, body }) => {
    await countHit(db, "billingOperation", { member: id }, now());
    const work = () => changeAtPeriodEnd(billing, id, { to: body.new_plan, previewed: body.proration_date });
    return { scheduled_change: await withProviderErrors(FAILED.schedule, work) };
  });

  app.answer(planSchedule.undo, async ({ currentUser: { id } }) => {
    await countHit(db, "billingOperation", { member: id }, now());
    await withProviderErrors(FAILED.undo, () => undoChangeAtPeriodEnd(billing, id));
    return { scheduled_change: null };
  });
}
