import type Stripe from "stripe";
import { refusesAttach } from "../engine/cards.ts";
import { collect } from "../engine/collect.ts";
import { idOf } from "../state/ids.ts";
import { newVoucher } from "../api/payment-methods.ts";
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

/** The hosted invoice; while it is open it can be paid with the saved card or another one. */
export function invoicePage({ world, isPost, id, query, form }: PageContext): PageAnswer | null {
  const access = world.store.get("page_access", id);
  const invoice = access?.kind === "invoice" ? world.store.get("invoice", access.target) : undefined;
  if (invoice === undefined) return null;
  if (isPost) return invoice.status === "open" ? pay(world, id, invoice, form) : { redirect: `${PAGES}/invoice/${id}` };
  const failed = failedChallenge(world, query);
  const message = "本人認証ができませんでした。もう一度お試しになるか、別のカードをお使いください。";
  return failed === null
    ? show(world, id, invoice, NOTHING_TYPED, {}, null)
    : show(world, id, invoice, failed.typed, {}, message);
}

function pay(world: World, access: string, invoice: Stripe.Invoice, form: URLSearchParams): PageAnswer {
  const customer = idOf(invoice.customer) ?? "";
  const voucher = vouchersOf(invoice).find((type) => type === form.get("voucher"));
  if (voucher !== undefined) {
    world.transact(null, () => collect(world, invoice, newVoucher(world, voucher).id, "on_session"));
    return { redirect: `${PAGES}/invoice/${access}` };
  }
  const saved = defaultCard(world, customer);
  const typed = typedCard(form);
  let method = form.get("card") === "saved" ? saved : null;
  if (method === null) {
    const read = readCard(world, typed);
    if (read.method === null) return show(world, access, invoice, typed, read.errors, "入力内容を確認してください。");
    method = read.method;
  }
  const { id } = method;
  const refusal = refusesAttach(world.need("card_secret", id).behaviour);
  const result = world.transact(null, () => {
    if (refusal !== null && id !== saved?.id) return { kind: "declined" as const, decline: refusal };
    const paid = collect(world, invoice, id, "on_session");
    if (paid.kind === "paid") setDefaultCard(world, customer, id, false);
    return paid;
  });
  if (result.kind === "paid") return { redirect: `${PAGES}/invoice/${access}` };
  const now = world.need("invoice", invoice.id);
  if (result.kind === "declined") return show(world, access, now, typed, {}, declineText(result.decline));
  return beginChallenge(world, {
    kind: "invoice",
    target: invoice.id,
    paymentMethod: id,
    returnPath: `/invoice/${access}`,
    amount: invoice.amount_due,
    typed,
  });
}

const STATES: Record<string, string> = {
  open: "お支払いをお待ちしています",
  paid: "お支払い済みです",
  void: "この請求は取り消されました",
  uncollectible: "この請求は回収不能として処理されました",
};

function show(
  world: World,
  access: string,
  invoice: Stripe.Invoice,
  typed: TypedCard,
  errors: CardErrors,
  message: string | null,
): PageAnswer {
  const state = STATES[invoice.status ?? ""] ?? "";
  const home = world.settings.homeUrl;
  const main = html` <h1>ご請求書 ${invoice.number ?? ""}</h1>
    ${invoice.status === "paid" ? goodBanner(state) : null}
    <div class="columns">
      <section class="card" aria-labelledby="lines">
        <h2 id="lines">明細</h2>
        ${invoice.status === "paid" ? null : html`<p>${state}。</p>`} ${invoiceLines(world, invoice)}
      </section>
      ${invoice.status === "open" ? (voucherForm(invoice) ?? payForm(world, invoice, typed, errors, message)) : null}
    </div>
    <p class="actions">
      ${invoice.status === "paid" ? html`<a class="button quiet" href="${PAGES}/receipt/${access}">領収書を表示</a>` : null}
      ${home === null ? null : html`<a class="button quiet" href="${home}">サイトに戻る</a>`}
    </p>`;
  return { page: layout("ご請求書", main, "wide") };
}

const VOUCHERS = { konbini: "コンビニ", customer_balance: "銀行振込" } as const;

/** The ways without a card that an invoice offers. */
function vouchersOf({ payment_settings: { payment_method_types: types } }: Stripe.Invoice) {
  return (["konbini", "customer_balance"] as const).filter((type) => types?.includes(type));
}

/** A press stands for the payment at the store or the bank. Null: the invoice is paid by card. */
function voucherForm(invoice: Stripe.Invoice): Html | null {
  const types = vouchersOf(invoice);
  if (types.length === 0) return null;
  return html`<section class="card" aria-labelledby="how">
    <h2 id="how">お支払い</h2>
    <form method="post">
      ${types.map(
        (type) =>
          html`<button class="wide" name="voucher" value="${type}">
            ${VOUCHERS[type]}で${yen(invoice.amount_due)}を支払う
          </button>`,
      )}
    </form>
  </section>`;
}

/** The registration number (T and 13 digits) of the seller; null: none. */
export function registrationNumber(world: World, { account_tax_ids: ids }: Stripe.Invoice): Html | null {
  const values = (ids ?? []).map((taxId) => world.need("tax_id", idOf(taxId) ?? "").value);
  return values.length === 0 ? null : html`<p>登録番号 ${values.join("、")}</p>`;
}

export function invoiceLines(world: World, invoice: Stripe.Invoice): Html {
  const used = invoice.amount_due - invoice.total;
  return html`<p class="muted">${day(invoice.created)} 発行</p>
    <dl>
      ${invoice.lines.data.map(
        (line) =>
          html`<div>
            <dt>${line.description ?? ""}</dt>
            <dd>${yen(line.amount)}</dd>
          </div>`,
      )}
      ${(invoice.total_taxes ?? []).map(
        (tax) =>
          html`<div>
            <dt>${rateName(world, tax)}（対象 ${yen(tax.taxable_amount ?? 0)}）</dt>
            <dd>${yen(tax.amount)}</dd>
          </div>`,
      )}
      <div class="sum">
        <dt>合計（税込）</dt>
        <dd>${yen(invoice.total)}</dd>
      </div>
      ${
        used === 0
          ? null
          : html`<div>
              <dt>${used < 0 ? "残高からの充当" : "次回以降に使える残高"}</dt>
              <dd>${yen(used)}</dd>
            </div>`
      }
      <div class="sum">
        <dt>ご請求額</dt>
        <dd>${yen(invoice.amount_due)}</dd>
      </div>
    </dl>`;
}

function rateName(world: World, { tax_rate_details: details }: Stripe.Invoice.TotalTax): string {
  const rate = world.need("tax_rate", details?.tax_rate ?? "");
  return `${rate.display_name} ${rate.percentage}%`;
}

function payForm(
  world: World,
  invoice: Stripe.Invoice,
  typed: TypedCard,
  errors: CardErrors,
  message: string | null,
): Html {
  const saved = defaultCard(world, idOf(invoice.customer) ?? "");
  const usesOther = saved === null || typed.number !== "" || Object.keys(errors).length > 0;
  return html`<section class="card" aria-labelledby="how">
    <h2 id="how">お支払い</h2>
    ${badBanner(message)}
    <form method="post" novalidate>
      ${
        saved === null
          ? null
          : html`<fieldset>
              <legend>使うカード</legend>
              <label class="choice"
                ><input type="radio" name="card" value="saved" ${usesOther ? null : html` checked`} />登録済みの
                ${cardName(saved)}</label
              >
              <label class="choice"
                ><input
                  type="radio"
                  name="card"
                  value="other"
                  ${usesOther ? html` checked` : null}
                />別のカード（次の欄に入力）</label
              >
            </fieldset>`
      }
      ${cardFields(typed, errors)}
      <button class="wide">${yen(invoice.amount_due)}を支払う</button>
    </form>
    ${testCards()}
  </section>`;
}
