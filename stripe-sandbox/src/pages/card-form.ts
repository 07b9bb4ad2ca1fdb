import type Stripe from "stripe";
import { newCard } from "../api/payment-methods.ts";
import { TEST_CARDS } from "../engine/cards.ts";
import type { Decline } from "../errors.ts";
import type { World } from "../state/world.ts";
import { Html, html } from "./html.ts";

export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export type CardErrors = Partial<Record<keyof TypedCard, string>>;

export const NOTHING_TYPED: TypedCard = { number: "", expiry: "", cvc: "", name: "" };

const EXPIRY = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/;

export function typedCard(form: URLSearchParams): TypedCard {
  const read = (name: keyof TypedCard): string => (form.get(name) ?? "").slice(0, 100);
  return { number: read("number"), expiry: read("expiry"), cvc: read("cvc"), name: read("name") };
}

/** Creates the card, or returns errors by field. */
export function readCard(
  world: World,
  typed: TypedCard,
): { method: Stripe.PaymentMethod; errors: null } | { method: null; errors: CardErrors } {
  const errors: CardErrors = {};
  const number = typed.number.normalize("NFKC").replace(/[\s-]/g, "");
  const [, month = "", year = ""] = EXPIRY.exec(typed.expiry.normalize("NFKC").trim()) ?? [];
  const now = new Date(world.ms());
  const ends = Date.UTC(2000 + Number(year), Number(month), 1);
  if (number === "") errors.number = "カード番号を入力してください。";
  else if (!TEST_CARDS.some((card) => card.number === number)) {
    errors.number = "サンドボックスではテストカードの番号だけを使えます。";
  }
  if (month === "" || Number(month) < 1 || Number(month) > 12)
    errors.expiry = "有効期限を 月/年（例 12/34）で入力してください。";
  else if (ends <= now.getTime()) errors.expiry = "カードの有効期限が切れています。";
  if (!/^\d{3,4}$/.test(typed.cvc.normalize("NFKC").trim())) errors.cvc = "3桁か4桁の数字を入力してください。";
  if (Object.keys(errors).length > 0) return { method: null, errors };
  const name = typed.name.trim();
  const details = { month: Number(month), year: 2000 + Number(year), name: name === "" ? null : name };
  return { method: world.transact(null, () => newCard(world, number, details)), errors: null };
}

export function cardFields(typed: TypedCard, errors: CardErrors): Html {
  return html` ${field("number", "カード番号", typed.number, errors.number, `inputmode="numeric" autocomplete="cc-number"`)}
    <div class="pair">
      ${field("expiry", "有効期限（月/年）", typed.expiry, errors.expiry, `inputmode="text" autocomplete="cc-exp" placeholder="12/34"`)}
      ${field("cvc", "セキュリティコード", typed.cvc, errors.cvc, `inputmode="numeric" autocomplete="cc-csc"`)}
    </div>
    ${field("name", "カード名義（省略可）", typed.name, errors.name, `autocomplete="cc-name"`)}`;
}

/** @param attributes trusted markup, never a visitor's input */
function field(name: string, label: string, value: string, error: string | undefined, attributes: string): Html {
  const trusted = new Html(attributes);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${trusted}${error === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-error"`}
    />
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

const MEANINGS: Record<string, string> = {
  "4242424242424242": "成功します",
  "4000000000000002": "拒否されます",
  "4000000000009995": "残高不足で拒否されます",
  "4000000000003184": "毎回、本人認証（3Dセキュア）を求めます",
  "4000002500003155": "最初に一度だけ本人認証を求めます",
  "4000000000000341": "登録はできますが、請求は失敗します",
};

export function testCards(): Html {
  const rows = Object.entries(MEANINGS).map(
    ([number, meaning]) =>
      html`<li><span class="number">${number.replace(/(\d{4})(?=\d)/g, "$1 ")}</span> <span>${meaning}</span></li>`,
  );
  return html`<details>
    <summary>使えるテストカード</summary>
    <p class="muted">有効期限は未来の月、セキュリティコードは好きな3桁の数字を入力してください。</p>
    <ul class="rows">
      ${rows}
    </ul>
  </details>`;
}

const BRANDS: Record<string, string> = { visa: "Visa", mastercard: "Mastercard", jcb: "JCB" };

/** "Visa •••• 4242（12/2034）" */
export function cardName({ card }: Stripe.PaymentMethod): string {
  if (card === undefined) return "カード";
  return `${BRANDS[card.brand] ?? card.brand} •••• ${card.last4}（${card.exp_month}/${card.exp_year}）`;
}

const DECLINE_TEXTS: Record<string, string> = {
  expired_card: "カードの有効期限が切れています。別のカードをお試しください。",
  insufficient_funds: "カードの残高が不足しています。別のカードをお試しください。",
  authentication_failure: "本人認証ができませんでした。もう一度お試しになるか、別のカードをお使いください。",
  no_payment_method: "お支払いに使えるカードが登録されていません。",
};

export function declineText({ declineCode }: Decline): string {
  return DECLINE_TEXTS[declineCode] ?? "カードが拒否されました。別のカードをお試しください。";
}
