import { includingTax } from "@manabiya/contract/rules/prices.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Billing } from "../provider/provider.ts";

/**
 * An order charges the price that its confirmation showed, or it is refused.
 * @param shown yen including tax; undefined: the caller names none
 * @param periods how many are sold at once
 * @throws 409 `price_changed`
 */
export async function refuseOtherPrice(
  billing: Billing,
  plan: PaidPlan,
  shown: number | undefined,
  periods = 1,
): Promise<void> {
  if (shown === undefined) return;
  const prices = await billing.catalogue.pricesAt(billing.now());
  if (includingTax(prices[plan] * periods, prices.isTaxExempt) !== shown) throw priceChanged();
}

export function priceChanged(): AppError {
  const message = "料金が変わりました。新しい金額をご確認のうえ、もう一度お申し込みください。";
  return new AppError(409, "price_changed", message);
}
