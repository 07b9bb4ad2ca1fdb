import type Stripe from "stripe";
import { lineItemsOf } from "../engine/line-items.ts";
import { payCheckout, payCheckoutLater } from "../engine/checkout.ts";
import { withBalance } from "../engine/invoices.ts";
import { idOf } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import {
  type CardErrors,
  cardFields,
  declineText,
  NOTHING_TYPED,
  readCard,
  testCards,
  type TypedCard,
  typedCard,
} from "./card-form.ts";
import { beginChallenge, failedChallenge } from "./challenge-page.ts";
import { type PageAnswer, type PageContext, returnToShop } from "./context.ts";
import { html, type Html, yen } from "./html.ts";
import { badBanner, layout } from "./layout.ts";

export function checkoutPage({ world, isPost, id, query, form }: PageContext): PageAnswer | null {
  const session = world.store.get("checkout_session", id);
  if (session === undefined) return null;
  if (session.status !== "open")
    return isPost && session.status === "complete" ? returnToShop(session) : closedPage(session);
  if (isPost) return pay(world, session, form);
  const failed = failedChallenge(world, query);
  return failed === null
    ? show(world, session, NOTHING_TYPED, {}, null)
    : show(
        world,
        session,
        failed.typed,
        {},
        "本人認証ができませんでした。もう一度お試しになるか、別のカードをお使いください。",
      );
}

function pay(world: World, session: Stripe.Checkout.Session, form: URLSearchParams): PageAnswer {
  const typed = typedCard(form);
  const { method, errors } = readCard(world, typed);
  if (method === null) return show(world, session, typed, errors, "入力内容を確認してください。");
  if (form.get("when") === "later") {
    return returnToShop(world.transact(null, () => payCheckoutLater(world, session, method.id)));
  }
  const result = world.transact(null, () => payCheckout(world, session, method.id, "on_session"));
  if (result.kind === "complete") return returnToShop(result.session);
  if (result.kind === "declined") return show(world, session, typed, {}, declineText(result.decline));
  return beginChallenge(world, {
    kind: "checkout",
    target: session.id,
    paymentMethod: method.id,
    returnPath: `/checkout/${session.id}`,
    amount: session.amount_total,
    typed,
  });
}

function show(
  world: World,
  session: Stripe.Checkout.Session,
  typed: TypedCard,
  errors: CardErrors,
  message: string | null,
): PageAnswer {
  const total = dueToday(world, session);
  const main = html` ${session.cancel_url === null ? null : html`<a class="back" href="${session.cancel_url}">← 申し込みをやめて戻る</a>`}
    <div class="columns">
      <section class="card" aria-labelledby="what">
        <h1 id="what">お申し込み内容</h1>
        ${summary(world, session)}
      </section>
      <section class="card" aria-labelledby="how">
        <h2 id="how">カード情報</h2>
        ${badBanner(message)}
        <form method="post" novalidate>
          ${cardFields(typed, errors)}
          <button class="wide">${yen(total)}を支払う</button>
          ${session.custom_text.submit === null ? null : html`<p class="muted">${session.custom_text.submit.message}</p>`}
          ${session.mode === "payment" ? null : later()}
        </form>
        ${testCards()}
      </section>
    </div>`;
  return { page: layout("お支払い", main, "wide"), leadsTo: [session.success_url, session.cancel_url] };
}

function later(): Html {
  return html`<details>
    <summary>あとで入金される支払い方法を試す</summary>
    <p class="muted">
      申し込みは完了し、入金は未確定のままになります。入金の結果は、サンドボックスの管理ページで決められます。
    </p>
    <button class="quiet wide" name="when" value="later">入金を待つ支払いにする</button>
  </details>`;
}

/** The customer's balance pays first. */
function dueToday(world: World, { customer, amount_total, mode }: Stripe.Checkout.Session): number {
  if (mode === "payment") return amount_total ?? 0;
  const { balance = 0 } = world.store.get("customer", idOf(customer) ?? "") ?? {};
  return withBalance(amount_total ?? 0, balance).due;
}

const EVERY: Record<string, string> = { day: "日", week: "週間", month: "か月", year: "年" };

function summary(world: World, session: Stripe.Checkout.Session): Html {
  const lines = lineItemsOf(world, session.id);
  const recurring = lines[0]?.price?.recurring;
  const every = recurring ? `${recurring.interval_count}${EVERY[recurring.interval] ?? recurring.interval}ごと` : "";
  const discount = session.total_details?.amount_discount ?? 0;
  const used = (session.amount_total ?? 0) - dueToday(world, session);
  return html`<p class="price">${yen(session.amount_total ?? 0)}</p>
    ${every === "" ? null : html`<p class="muted">${every}に自動で更新されます</p>`}
    <dl>
      ${lines.map(
        (line) =>
          html`<div>
            <dt>${line.description ?? ""}${line.quantity === 1 ? null : ` × ${line.quantity ?? 1}`}</dt>
            <dd>${yen(line.amount_subtotal)}</dd>
          </div>`,
      )}
      <div>
        <dt>小計</dt>
        <dd>${yen(session.amount_subtotal ?? 0)}</dd>
      </div>
      ${
        discount === 0
          ? null
          : html`<div>
              <dt>割引</dt>
              <dd>-${yen(discount)}</dd>
            </div>`
      }
      <div>
        <dt>消費税</dt>
        <dd>${yen(session.total_details?.amount_tax ?? 0)}</dd>
      </div>
      ${
        used === 0
          ? null
          : html`<div>
              <dt>残高からの充当</dt>
              <dd>-${yen(used)}</dd>
            </div>`
      }
      <div class="sum">
        <dt>本日のお支払い（税込）</dt>
        <dd>${yen(dueToday(world, session))}</dd>
      </div>
    </dl>`;
}

function closedPage(session: Stripe.Checkout.Session): PageAnswer {
  const isPaid = session.status === "complete";
  const back = isPaid ? session.success_url?.replaceAll("{CHECKOUT_SESSION_ID}", session.id) : session.cancel_url;
  const main = html`<section class="card">
    <h1>${isPaid ? "お支払い手続きは完了しています" : "このお支払いページの有効期限が切れました"}</h1>
    <p>${isPaid ? "このページでの手続きは、これ以上必要ありません。" : "お手数ですが、もう一度お申し込みください。"}</p>
    ${back ? html`<a class="button" href="${back}">サイトに戻る</a>` : null}
  </section>`;
  return { page: layout(isPaid ? "完了" : "期限切れ", main) };
}
