import { contract } from "@manabiya/contract";
import { priceList } from "@manabiya/contract/rules/prices.ts";
import type { BillingContext } from "./context.ts";
import { only } from "../errors/app-error.ts";
import { choiceRoutes } from "./choices.ts";
import { cancelSubscription, undoCancel } from "./cancel.ts";
import { checkAttempt } from "./checkout/check-attempt.ts";
import { attemptOfSession } from "./checkout/attempts.ts";
import { countGuesses } from "./checkout/coupon-limit.ts";
import { createCheckout } from "./checkout/checkout.ts";
import { giftRoutes } from "./gifts/routes.ts";
import { readDetails } from "./details.ts";
import { requireOwnOrigin } from "./provider/own-origin.ts";
import { changePlan, completeChange } from "./plan-changes/plan-change.ts";
import { lastChange } from "./plan-changes/queries.ts";
import { countHit } from "../limits/rate-limiter.ts";
import { openPortal } from "./provider/portal.ts";
import { pricesAt } from "../site/price-lists.ts";
import { previewChange } from "./plan-changes/preview.ts";
import { withProviderErrors } from "./provider/provider.ts";
import { webhookRoute } from "./sync/webhook.ts";

const calls = contract.subscription;

/** Messages for errors of the provider. */
const FAILED = {
  create: "お申し込みの手続きを始められませんでした。もう一度お試しください。",
  check: "お支払いの状況を確認できませんでした。もう一度お試しください。",
  details: "ご契約の情報を読み込めませんでした。もう一度お試しください。",
  change: "プランの変更に失敗しました。もう一度お試しください。",
  preview: "プラン情報を読み込めませんでした。",
  cancel: "キャンセルに失敗しました",
  undo: "解約の取り消しに失敗しました。もう一度お試しください。",
  portal: "ポータルへのアクセスに失敗しました。もう一度お試しください。",
};

export function subscriptionRoutes({ app, billing, webhookSecret }: BillingContext): void {
  const { db, site, now } = billing;

  app.answer(calls.prices, async () => priceList(pricesAt(site, now())));

  app.answer(calls.create, async ({ currentUser, body, ip }) => {
    const { plan_type: plan, success_url, cancel_url, code, price } = body;
    const own = requireOwnOrigin(site, { success_url, cancel_url });
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    const request = { plan, successUrl: own.success_url, cancelUrl: own.cancel_url, code, price };
    const work = () => withProviderErrors(FAILED.create, () => createCheckout(billing, currentUser, request));
    return code === undefined ? work() : countGuesses(billing, { member: currentUser.id, ip }, work);
  });

  app.answer(calls.checkSession, async ({ currentUser, params }) => {
    const attempt = only(await attemptOfSession(db, [params.session_id, currentUser.id]), "お支払い");
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    return { status: await withProviderErrors(FAILED.check, () => checkAttempt(billing, attempt)) };
  });

  app.answer(calls.get, async ({ currentUser }) => {
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    return withProviderErrors(FAILED.details, () => readDetails(billing, currentUser.id));
  });

  app.answer(calls.previewChange, async ({ currentUser, query }) => {
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    return withProviderErrors(FAILED.preview, () => previewChange(billing, currentUser.id, query.new_plan));
  });

  app.answer(calls.lastChange, async ({ currentUser: { id } }) => ({
    change: (await lastChange(db, [id]))[0] ?? null,
  }));

  app.answer(calls.changePlan, async ({ currentUser, body }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    return withProviderErrors(FAILED.change, () => changePlan(billing, currentUser.id, body));
  });

  app.answer(calls.completeChange, async ({ currentUser, body }) => {
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    return withProviderErrors(FAILED.change, () => completeChange(billing, currentUser.id, body.session_id));
  });

  app.answer(calls.cancel, async ({ currentUser }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    await withProviderErrors(FAILED.cancel, () => cancelSubscription(billing, currentUser.id));
    return { message: "解約のお手続きが完了しました。" };
  });

  app.answer(calls.undoCancel, async ({ currentUser }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    await withProviderErrors(FAILED.undo, () => undoCancel(billing, currentUser.id));
    return { message: "解約を取り消しました。" };
  });

  app.answer(calls.customerPortal, async ({ currentUser, body }) => {
    const own = requireOwnOrigin(site, { return_url: body.return_url });
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    return { url: await withProviderErrors(FAILED.portal, () => openPortal(billing, currentUser.id, own.return_url)) };
  });

  choiceRoutes(app, billing);
  giftRoutes(app, billing);
  webhookRoute(app, billing, webhookSecret);
}
