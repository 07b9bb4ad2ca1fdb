import { formatMoney } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import type { Block } from "../../mail/email-layout.ts";
import { paidAt, type PaymentWay } from "../sync/bills.ts";
import { dayOf } from "./day.ts";

/** The part of a payment that mails tell. */
export type PaymentFacts = ReturnType<typeof factsOf>;

/** The facts and the link to the receipt. */
export function paymentBlocks({ text, url }: PaymentFacts, heading = ""): Block[] {
  const facts = heading + text;
  return url === null ? [facts] : [facts, { label: "請求書・領収書を開く", url }];
}

/** By the provider's type of a payment. */
const WAYS: Record<string, string> = {
  card: "カードへのご請求",
  konbini: "コンビニでのお支払い",
  customer_balance: "銀行振込でのお支払い",
};

/**
 * The figures of a paid invoice, in lines for one paragraph. `charged`: the paid amount, without the balance. `url`: the
 * provider's page with invoice and receipt; null: none. @param way null: not known
 */
export function factsOf(invoice: Stripe.Invoice, way: PaymentWay | null = null) {
  const { total, amount_paid: charged, number, hosted_invoice_url: url } = invoice;
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  // Below zero, the invoice adds to the balance instead of using it.
  const fromBalance = total - invoice.amount_due;
  const later = Math.max(0, invoice.ending_balance ?? 0);
  const period = periodOf(invoice);
  const outside = way?.offProvider ?? 0;
  const yen = (amount: number) => formatMoney(amount, invoice.currency);
  const lines = [
    total >= 0 && `合計：${yen(total)}（税込、うち消費税${yen(tax)}）`,
    total < 0 && `残高への追加：${yen(-total)}（税込）`,
    total > 0 && fromBalance > later && `残高からの充当：${yen(fromBalance - later)}`,
    later > 0 && `次回以降のお支払いへの繰り越し：${yen(later)}（50円未満のため）`,
    outside > 0 && `カード以外でのお支払い（銀行振込など）：${yen(outside)}`,
    (charged > outside || outside === 0) && `${WAYS[way?.type ?? "card"] ?? "お支払い"}：${yen(charged - outside)}`,
    period && `対象期間：${dayOf(period.start * 1000)}から${dayOf(period.end * 1000)}まで`,
    charged > 0 && `お支払い日：${dayOf(paidAt(invoice))}`,
    number !== null && `請求書番号：${number}`,
  ];
  return { text: lines.filter((line) => typeof line === "string").join("\n"), charged, url: url ?? null };
}

/** The sold period: lines below zero are the unused rest of an earlier one. */
function periodOf({ lines }: Stripe.Invoice): { start: number; end: number } | undefined {
  return lines.data.filter(({ amount }) => amount > 0).toSorted((a, b) => b.period.end - a.period.end)[0]?.period;
}
