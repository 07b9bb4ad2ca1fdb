import type Stripe from "stripe";
import { html, type Html, moment } from "stripe-sandbox/internal/pages/html.ts";
import type { Delivery } from "stripe-sandbox/internal/state/kinds.ts";
import type { World } from "stripe-sandbox/internal/state/world.ts";

const SHOWN = 20;

const MEANINGS: Record<string, string> = {
  "charge.dispute.closed": "異議申し立ての確定",
  "charge.dispute.created": "異議申し立て",
  "charge.failed": "カードへの請求に失敗",
  "charge.refunded": "返金",
  "charge.succeeded": "カードに請求",
  "checkout.session.async_payment_failed": "後日払いの入金がなく終了",
  "checkout.session.async_payment_succeeded": "後日払いの入金",
  "checkout.session.completed": "申し込みの完了",
  "checkout.session.expired": "申し込みページの期限切れ",
  "customer.created": "お客様の登録",
  "customer.deleted": "お客様の削除",
  "customer.subscription.created": "契約の開始",
  "customer.subscription.deleted": "契約の終了",
  "customer.subscription.pending_update_applied": "プラン変更の適用",
  "customer.subscription.pending_update_expired": "プラン変更の期限切れ",
  "customer.subscription.updated": "契約の変更",
  "customer.updated": "顧客情報の変更",
  "invoice.created": "請求書の作成",
  "invoice.finalized": "請求書の確定",
  "invoice.paid": "請求書の支払い",
  "invoice.payment_action_required": "本人認証が必要",
  "invoice.payment_failed": "支払いの失敗",
  "invoice.voided": "請求書の取り消し",
};

/** The latest events with a Japanese label, and whether the application accepted them. */
export function events(world: World): Html {
  const labelled = world.store.all("event").filter(({ type }) => Object.hasOwn(MEANINGS, type));
  const rows = labelled.slice(-SHOWN).reverse();
  const deliveries = new Map<string, Delivery[]>();
  const shown = new Set(rows.map(({ id }) => id));
  for (const delivery of world.store.all("delivery")) {
    if (!shown.has(delivery.event)) continue;
    deliveries.set(delivery.event, [...(deliveries.get(delivery.event) ?? []), delivery]);
  }
  return html`<section class="card" aria-labelledby="events">
    <h2 id="events">イベント</h2>
    ${
      rows.length === 0
        ? html`<p>まだ何も起きていません。</p>`
        : html`<ul class="rows">
            ${rows.map((event) => row(world, event, deliveries.get(event.id) ?? []))}
          </ul>`
    }
  </section>`;
}

function row(world: World, event: Stripe.EventBase, deliveries: Delivery[]): Html {
  return html`<li>
    <div>${MEANINGS[event.type] ?? ""} <span class="muted">${event.type}${customerEmail(world, event)}</span></div>
    <div class="muted">
      <time datetime="${new Date(event.created * 1000).toISOString()}">${moment(event.created)}</time>
      ${deliveries.map(deliveryText).join("、")}
    </div>
  </li>`;
}

function deliveryText({ attempts, dueAt, status }: Delivery): string {
  if (dueAt === null) return status !== null && status < 300 ? "届いた" : "届かなかった";
  if (attempts === 0) return "送信中";
  return `${attempts}回失敗、${moment(dueAt / 1000)}に再送`;
}

/** "・member@example.com" */
function customerEmail(world: World, { data }: Stripe.EventBase): string {
  const object: object = data.object;
  const customer = "customer" in object && typeof object.customer === "string" ? object.customer : null;
  const email = customer === null ? null : world.store.get("customer", customer)?.email;
  return email ? `・${email}` : "";
}
