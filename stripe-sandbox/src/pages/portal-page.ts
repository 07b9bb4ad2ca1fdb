import type Stripe from "stripe";
import { refusesAttach } from "../engine/cards.ts";
import { isLive } from "../engine/subscriptions.ts";
import type { World } from "../state/world.ts";
import {
  type CardErrors,
  cardFields,
  declineText,
  cardName,
  NOTHING_TYPED,
  readCard,
  testCards,
  type TypedCard,
  typedCard,
} from "./card-form.ts";
import { beginChallenge, failedChallenge } from "./challenge-page.ts";
import { type PageAnswer, type PageContext, PAGES } from "./context.ts";
import { day, html, type Html, yen } from "./html.ts";
import { badBanner, goodBanner, layout } from "./layout.ts";
import { setDefaultCard, defaultCard } from "./default-card.ts";

interface Portal {
  id: string;
  customer: Stripe.Customer;
  returnUrl: string | null;
}

/** The customer portal: invoices, receipts and the default card. */
export function portalPage({ world, isPost, id, query, form }: PageContext): PageAnswer | null {
  const access = world.store.get("page_access", id);
  const customer = access?.kind === "portal" ? world.store.get("customer", access.target) : undefined;
  if (access === undefined || customer === undefined) return null;
  const portal = { id, customer, returnUrl: access.returnUrl };
  if (isPost) return changeCard(world, portal, form);
  const challenge = world.store.get("challenge", query.get("challenge") ?? "");
  const failed = failedChallenge(world, query);
  const isChanged = query.has("changed") || challenge?.outcome === "passed";
  if (failed === null) return show(world, portal, NOTHING_TYPED, {}, null, isChanged);
  return show(world, portal, failed.typed, {}, "本人認証ができませんでした。カードは変わっていません。", false);
}

function changeCard(world: World, portal: Portal, form: URLSearchParams): PageAnswer {
  const typed = typedCard(form);
  const { method, errors } = readCard(world, typed);
  if (method === null) return show(world, portal, typed, errors, "入力内容を確認してください。", false);
  const { behaviour } = world.need("card_secret", method.id);
  const refusal = refusesAttach(behaviour);
  if (refusal !== null) return show(world, portal, typed, {}, declineText(refusal), false);
  if (behaviour === "authenticate_once" || behaviour === "authenticate_always") {
    return beginChallenge(world, {
      kind: "setup",
      target: portal.customer.id,
      paymentMethod: method.id,
      returnPath: `/portal/${portal.id}`,
      amount: null,
      typed,
    });
  }
  world.transact(null, () => setDefaultCard(world, portal.customer.id, method.id, false));
  return { redirect: `${PAGES}/portal/${portal.id}?changed=1` };
}

function show(
  world: World,
  portal: Portal,
  typed: TypedCard,
  errors: CardErrors,
  message: string | null,
  isChanged: boolean,
): PageAnswer {
  const { customer, returnUrl } = portal;
  const card = defaultCard(world, customer.id);
  const main = html` ${returnUrl === null ? null : html`<a class="back" href="${returnUrl}">← サイトに戻る</a>`}
    <h1>お支払いとカード</h1>
    <p class="muted">${customer.email ?? ""}</p>
    ${isChanged ? goodBanner("カードを変更しました。次の請求から使われます。") : null}
    <div class="columns">
      <section class="card" aria-labelledby="invoices">
        <h2 id="invoices">請求書と領収書</h2>
        ${contract(world, customer)} ${invoices(world, customer)}
      </section>
      <section class="card" aria-labelledby="card">
        <h2 id="card">カード</h2>
        <p>${card === null ? "カードは登録されていません。" : `現在のカード：${cardName(card)}`}</p>
        ${badBanner(message)}
        <form method="post" novalidate>
          ${cardFields(typed, errors)}
          <button class="wide">カードを変更する</button>
        </form>
        ${testCards()}
      </section>
    </div>`;
  return { page: layout("お支払いとカード", main, "wide") };
}

function contract(world: World, customer: Stripe.Customer): Html | null {
  const live = world.store.ofCustomer("subscription", customer.id).findLast(isLive);
  const end = live?.items.data[0]?.current_period_end;
  const credit = customer.balance < 0 ? html` 次回以降に使える残高：${yen(-customer.balance)}` : null;
  if (live === undefined || end === undefined) return credit === null ? null : html`<p>${credit}</p>`;
  return html`<p>${live.cancel_at_period_end ? `${day(end)}に終了します。` : `次の更新日：${day(end)}`}${credit}</p>`;
}

const STATES: Record<string, string> = { open: "未払い", paid: "支払い済み", void: "取り消し" };

function invoices(world: World, customer: Stripe.Customer): Html {
  const rows = world.store
    .ofCustomer("invoice", customer.id)
    .filter(({ status }) => status !== "draft")
    .reverse();
  if (rows.length === 0) return html`<p>請求書はまだありません。</p>`;
  return html`<ul class="rows">
    ${rows.map((invoice) => row(invoice))}
  </ul>`;
}

function row(invoice: Stripe.Invoice): Html {
  const page = new URL(invoice.hosted_invoice_url ?? "http://sandbox").pathname;
  const what = `${day(invoice.created)}の${yen(invoice.total)}`;
  const receipt = page.replace("/invoice/", "/receipt/");
  return html`<li>
    <span
      >${day(invoice.created)}<br /><strong>${yen(invoice.total)}</strong> ${STATES[invoice.status ?? ""] ?? ""}</span
    >
    <span class="actions">
      <a href="${page}" aria-label="${what}の${invoice.status === "open" ? "請求を支払う" : "請求書"}"
        >${invoice.status === "open" ? "支払う" : "請求書"}</a
      >
      ${invoice.status === "paid" ? html`<a href="${receipt}" aria-label="${what}の領収書">領収書</a>` : null}
    </span>
  </li>`;
}
