import { formatYen, STANDARD_PRICES, taxText } from "@manabiya/contract/rules/prices.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { alertStaff, PRICES_DIFFER } from "../alerts.ts";
import { PLAN_NAME } from "../emails/templates.ts";
import { findPrices, PLANS, priceProblems } from "../provider/catalogue.ts";
import { type Billing, isMissing } from "../provider/provider.ts";
import { isSold, listAt, type PriceList } from "../../site/price-lists.ts";

/**
 * Compares the prices that hold, and those of later days, with the provider's. Each difference is an alert of the day.
 * @returns the number of differences
 */
export async function checkPrices(billing: Billing): Promise<number> {
  const { db, site, now, log } = billing;
  await site.reloadPrices();
  const later = site.prices.filter((list) => isSold(list) && Date.parse(list.starts_at) > now());
  let count = 0;
  for (const list of [listAt(site.prices, now()), ...later]) {
    for (const plan of PLANS) {
      const amount = (list ?? STANDARD_PRICES)[plan];
      const price = await readPrice(billing.stripe, plan, list);
      const problems = price ? priceProblems(plan, price, amount) : ["is unknown to the account"];
      if (problems.length === 0) continue;
      count++;
      const id = price?.id ?? list?.[`${plan}_price`] ?? plan;
      log.error({ price: id, plan, cause: problems.join("; ") }, "the provider's price differs from the screen's");
      const message = taxText(
        site,
        `${PLAN_NAME[plan]}の料金が、画面とStripeで異なります。画面：${formatYen(amount)}（税抜）。Stripe：${described(price)}。新しいお申し込みの前に、Stripeの価格を確認してください。`,
      );
      await alertStaff(db, { kind: PRICES_DIFFER, about: `${id}:${japanDay(now())}`, message, userId: null }, now());
    }
  }
  return count;
}

/** @returns null for a price that the account does not know */
async function readPrice(stripe: Stripe, plan: PaidPlan, list: PriceList | null): Promise<Stripe.Price | null> {
  const id = list?.[`${plan}_price`];
  if (id === undefined || id === null) return (await findPrices(stripe))[plan] ?? null;
  try {
    return await stripe.prices.retrieve(id);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const INTERVAL_NAMES: Record<string, string> = { day: "日", week: "週間", month: "か月", year: "年" };

function described(price: Stripe.Price | null): string {
  if (price === null) return "価格がありません";
  const { id, unit_amount, currency, recurring, active, tax_behavior } = price;
  const amount = currency === "jpy" ? formatYen(unit_amount ?? 0) : `${unit_amount} ${currency}`;
  const interval = recurring ? `${recurring.interval_count}${INTERVAL_NAMES[recurring.interval]}ごと` : "1回だけ";
  const tax = tax_behavior === "inclusive" ? "税込" : "税抜";
  return `${id}、${amount}（${tax}）、${interval}${active ? "" : "、無効"}`;
}
