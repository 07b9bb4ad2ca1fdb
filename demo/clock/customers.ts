import type Stripe from "stripe";
import { isLive } from "stripe-sandbox/internal/engine/subscriptions.ts";
import { cardName } from "stripe-sandbox/internal/pages/card-form.ts";
import { day, html, type Html, yen } from "stripe-sandbox/internal/pages/html.ts";
import { defaultCard } from "stripe-sandbox/internal/pages/default-card.ts";
import type { World } from "stripe-sandbox/internal/state/world.ts";

const SHOWN = 20;

const STATES: Record<string, string> = {
  active: "有効",
  past_due: "支払いの遅れ",
  unpaid: "未払い",
  canceled: "終了",
  incomplete: "初回の支払い待ち",
  incomplete_expired: "初回の支払いなしで終了",
};

export function customers(world: World): Html {
  const rows = world.store.all("customer").slice(-SHOWN).reverse();
  return html`<section class="card" aria-labelledby="customers">
    <h2 id="customers">お客様と契約</h2>
    ${
      rows.length === 0
        ? html`<p>まだ誰も申し込んでいません。</p>`
        : html`<ul class="rows">
            ${rows.map((customer) => row(world, customer))}
          </ul>`
    }
  </section>`;
}

function row(world: World, customer: Stripe.Customer): Html {
  const all = world.store.ofCustomer("subscription", customer.id);
  const shown = all.findLast(isLive) ?? all.at(-1);
  const card = defaultCard(world, customer.id);
  const name = customer.email ?? customer.name ?? customer.id;
  return html`<li>
    <div>
      <strong>${name}</strong>
      <p class="muted">
        ${shown === undefined ? "契約はありません" : state(world, shown)}${card === null ? null : `・${cardName(card)}`}${
          customer.balance < 0 ? `・残高 ${yen(-customer.balance)}` : null
        }
      </p>
    </div>
    <form method="post" action="/sandbox/portal">
      <input type="hidden" name="customer" value="${customer.id}" />
      <button class="quiet" aria-label="${name} の請求とカード">請求とカード</button>
    </form>
  </li>`;
}

function state(world: World, subscription: Stripe.Subscription): string {
  const item = subscription.items.data[0];
  const recurring = item?.price.recurring;
  const plan = recurring?.interval === "year" ? "年額" : "月額";
  const end = item?.current_period_end ?? 0;
  const words = [plan, STATES[subscription.status] ?? subscription.status];
  const isRunning = subscription.status === "active" || subscription.status === "past_due";
  if (isRunning) words.push(`${day(end)}に${subscription.cancel_at_period_end ? "終了" : "更新"}`);
  if (subscription.ended_at !== null) words.push(day(subscription.ended_at));
  if (subscription.pending_update !== null) words.push("プラン変更の支払い待ち");
  return words.join("・");
}
