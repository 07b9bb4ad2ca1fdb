import { contract } from "@manabiya/contract";
import { includingTax, TAX_RATE } from "@manabiya/contract/rules/prices.ts";
import type { Price } from "@manabiya/contract/billing/subscription.ts";
import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "../../api/answers.ts";
import { query } from "../../api/calls.ts";

/** The plans' prices with tax and without. */
export function usePrices() {
  return useQuery({ ...query(contract.subscription.prices), select: withTax });
}

function withTax(prices: AnswerOf<typeof contract.subscription.prices>): Price[] {
  return prices.map((price) => ({ tax_rate: TAX_RATE, amount_including_tax: includingTax(price.amount), ...price }));
}
