import { contract } from "@manabiya/contract";
import { PRICES } from "@manabiya/contract/rules/prices.ts";
import type { App } from "../app.ts";
import { notFound } from "../http/app-error.ts";
import { cancelSubscription, undoCancel } from "./cancel.ts";
import { checkAttempt } from "./checkout/check-attempt.ts";
import { attemptOfSession } from "./checkout/attempts.ts";
import { createCheckout } from "./checkout/checkout.ts";
import { readDetails } from "./details.ts";
import { requireOwnOrigin } from "./provider/own-origin.ts";
import { changePlan, completeChange } from "./plan-changes/plan-change.ts";
import { lastChange } from "./plan-changes/queries.ts";
import { countLook, countOperation } from "./limits.ts";
import { openPortal } from "./provider/portal.ts";
import { previewChange } from "./plan-changes/preview.ts";
import { asking } from "./provider/provider.ts";
import { webhookRoute } from "./sync/webhook.ts";

const calls = contract.subscription;

/** What is said when the provider is away. */
const FAILED = {
  create: "サブスクリプションの作成に失敗しました。もう一度お試しください。",
  check: "お支払いの状況を確認できませんでした。もう一度お試しください。",
  details: "ご契約の情報を取得できませんでした。もう一度お試しください。",
  change: "プランの変更に失敗しました。もう一度お試しください。",
  preview: "プラン情報の取得に失敗しました。",
  cancel: "キャンセルに失敗しました",
  undo: "解約の取り消しに失敗しました。もう一度お試しください。",
  portal: "ポータルへのアクセスに失敗しました。もう一度お試しください。",
};

export function subscriptionRoutes({ app, billing, webhookSecret }: App): void {
  const { db, site, now } = billing;

  app.route({ ...calls.prices, handler: async () => [...PRICES] });

  app.route({
    ...calls.create,
    handler: async ({ viewer, body }) => {
      const { plan_type: plan, success_url: successUrl, cancel_url: cancelUrl } = body;
      requireOwnOrigin(site, { success_url: successUrl, cancel_url: cancelUrl });
      await countOperation(db, viewer.id, now());
      return asking(FAILED.create, () => createCheckout(billing, viewer, { plan, successUrl, cancelUrl }));
    },
  });

  app.route({
    ...calls.checkSession,
    handler: async ({ viewer, params }) => {
      const attempt = await attemptOfSession(db, params.session_id, viewer.id);
      if (attempt === null) throw notFound("お支払い");
      await countLook(db, viewer.id, now());
      return { status: await asking(FAILED.check, () => checkAttempt(billing, attempt)) };
    },
  });

  app.route({
    ...calls.get,
    handler: async ({ viewer }) => {
      await countLook(db, viewer.id, now());
      return asking(FAILED.details, () => readDetails(billing, viewer.id));
    },
  });

  app.route({
    ...calls.previewChange,
    handler: async ({ viewer, query }) => {
      await countLook(db, viewer.id, now());
      return asking(FAILED.preview, () => previewChange(billing, viewer.id, query.new_plan));
    },
  });

  app.route({
    ...calls.lastChange,
    handler: async ({ viewer }) => ({ change: await lastChange(db, viewer.id) }),
  });

  app.route({
    ...calls.changePlan,
    handler: async ({ viewer, body }) => {
      await countOperation(db, viewer.id, now());
      return asking(FAILED.change, () => changePlan(billing, viewer.id, body));
    },
  });

  app.route({
    ...calls.completeChange,
    handler: async ({ viewer, body }) => {
      await countLook(db, viewer.id, now());
      return asking(FAILED.change, () => completeChange(billing, viewer.id, body.session_id));
    },
  });

  app.route({
    ...calls.cancel,
    handler: async ({ viewer }) => {
      await countOperation(db, viewer.id, now());
      await asking(FAILED.cancel, () => cancelSubscription(billing, viewer.id));
      return { message: "解約のお手続きが完了しました。" };
    },
  });

  app.route({
    ...calls.undoCancel,
    handler: async ({ viewer }) => {
      await countOperation(db, viewer.id, now());
      await asking(FAILED.undo, () => undoCancel(billing, viewer.id));
      return { message: "解約を取り消しました。" };
    },
  });

  app.route({
    ...calls.customerPortal,
    handler: async ({ viewer, body }) => {
      requireOwnOrigin(site, { return_url: body.return_url });
      await countOperation(db, viewer.id, now());
      return { url: await asking(FAILED.portal, () => openPortal(billing, viewer.id, body.return_url)) };
    },
  });

  webhookRoute(app, billing, webhookSecret);
}
