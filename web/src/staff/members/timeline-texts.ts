import { deviceName } from "@manabiya/contract/rules/device-name.ts";
import type { TimelineEntry } from "@manabiya/contract/staff/members/desk.ts";
import { PLAN_LABELS } from "@manabiya/contract/staff/members.ts";
import { alertTitle } from "../alerts/alert-texts.ts";
import { actionText } from "../audit/texts.ts";

const ACCOUNT: Record<string, string> = {
  signup: "会員登録",
  verified: "メールアドレスを確認",
  trial: "無料体験を開始",
  trial_end: "無料体験の期間が終了",
  closed: "退会",
};

/** Labels of Stripe's event types. */
const EVENTS: Record<string, string> = {
  "checkout.session.completed": "お支払いページでの手続きが完了",
  "checkout.session.expired": "お支払いページの期限切れ",
  "checkout.session.async_payment_succeeded": "後日払いの入金を確認",
  "checkout.session.async_payment_failed": "後日払いの入金がなく終了",
  "customer.subscription.created": "契約を作成",
  "customer.subscription.updated": "契約を更新",
  "customer.subscription.deleted": "契約が終了",
  "customer.subscription.paused": "契約を一時停止",
  "customer.subscription.resumed": "契約を再開",
  "customer.subscription.pending_update_applied": "支払い待ちのプラン変更を適用",
  "customer.subscription.pending_update_expired": "支払い待ちのプラン変更が期限切れ",
  "invoice.paid": "請求の支払いが完了",
  "invoice.payment_failed": "請求の支払いに失敗",
  "invoice.payment_action_required": "請求の支払いに本人認証が必要",
  "invoice.finalization_failed": "請求書の確定に失敗",
  "customer.updated": "決済サービスの顧客情報を更新",
  "customer.deleted": "決済サービスの顧客情報を削除",
  "invoice.finalized": "請求書を確定",
  "charge.refunded": "返金",
};

const CHECKOUTS: Record<string, string> = {
  creating: "申し込みを開始",
  open: "お支払いページを表示",
  processing: "支払いの確認中",
  complete: "申し込みが完了",
  expired: "支払いのないまま期限切れ",
  failed: "支払いに失敗",
};

const CHANGES: Record<string, string> = {
  creating: "プラン変更を開始",
  pending: "プラン変更の支払い待ち",
  applied: "プランを変更",
  expired: "プラン変更が支払いのないまま終了",
};

const EMAILS: Record<string, string> = {
  thanks: "お申し込みのお礼メール",
  payment: "支払い完了のお知らせメール",
  plan_changed: "プラン変更のお知らせメール",
  cancelled: "解約受付のお知らせメール",
  renewal: "更新のお知らせメール",
  card_expiring: "カードの有効期限のお知らせメール",
  bill: "請求書のお知らせメール",
  payment_failed: "支払い失敗のお知らせメール",
  payment_action: "本人認証のお願いメール",
  payment_final: "支払いについての最後のお知らせメール",
  ended: "契約終了のお知らせメール",
  refunded: "返金のお知らせメール",
};

/** Unknown entries are shown unchanged. */
export function timelineText({ source, what, plan, by }: TimelineEntry): string {
  if (source === "alert") return alertTitle(what);
  if (source === "staff") return `${actionText(what)}（${by ?? "コマンドライン"}）`;
  if (source === "session") return `ログイン：${deviceName(what)}`;
  if (source === "gift") {
    const [kind, months] = what.split(":");
    return kind === "bought"
      ? `ギフト（${months}か月）を購入（${by === null ? "未使用" : `${by}さんが使用`}）`
      : `ギフト（${months}か月）を使用${by === null ? "" : `（${by}さんから）`}`;
  }
  if (source === "mail") return `メール：${what}`;
  if (source === "unsent_mail") return `未送信のメール：${what}`;
  const suffix = plan === null ? "" : `（${PLAN_LABELS[plan]}）`;
  const texts = { account: ACCOUNT, event: EVENTS, checkout: CHECKOUTS, plan_change: CHANGES, letter: EMAILS }[source];
  return (texts[what] ?? what) + suffix;
}
