import { contract } from "@manabiya/contract";
import { includingTax, TAX_RATE } from "@manabiya/contract/rules/prices.ts";
import type { Price } from "@manabiya/contract/billing/subscription.ts";
import { useQuery } from "@tanstack/react-query";
import { query } from "../../api/calls.ts";

/** Servers of the product need not say more than the amount without tax. */
type Answer = Pick<Price, "price_type" | "amount"> & Partial<Price>;

/** What the plans cost, with tax and without. */
export function usePrices() {
  return useQuery({ ...query(contract.subscription.prices), select: withTax });
}

function withTax(prices: readonly Answer[]): Price[] {
  return prices.map((price) => ({
    tax_rate: TAX_RATE,
    amount_including_tax: includingTax(price.amount),
    ...price,
  }));
}
