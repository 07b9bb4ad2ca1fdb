import { type PlanPrices, STANDARD_PRICES } from "@manabiya/contract/rules/prices.ts";
import { instant, int, nullable, type RowOf, statement, text, uuid } from "../db/statement.ts";

const listColumns = {
  revision: int,
  /** Yen without tax. */
  monthly: int,
  yearly: int,
  starts_at: instant,
  moves_at: nullable(instant),
  request_key: uuid,
  /** The provider's ids; null: the prices are not made yet. */
  monthly_price: nullable(text),
  yearly_price: nullable(text),
  started_at: nullable(instant),
  withdrawn_at: nullable(instant),
};

/** Prices that the operator entered. */
export type PriceList = RowOf<typeof listColumns>;

/** All of them, the newest first. */
export const readLists = statement("prices.lists", listColumns)`
  select ${Object.keys(listColumns).join(", ")} from price_lists order by revision desc`;

/** A list that the provider knows and that nobody withdrew. */
export function isSold({ monthly_price, yearly_price, withdrawn_at }: PriceList): boolean {
  return monthly_price !== null && yearly_price !== null && withdrawn_at === null;
}

/** The list that holds at an instant; null: the standard prices. @param at milliseconds since 1970 */
export function listAt(lists: readonly PriceList[], at: number): PriceList | null {
  const started = lists.filter((list) => isSold(list) && Date.parse(list.starts_at) <= at);
  const [latest = null] = started.sort(
    (a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at) || b.revision - a.revision,
  );
  return latest;
}

/** The prices that hold at an instant. @param at milliseconds since 1970 */
export function pricesAt(
  { prices, isTaxExempt }: { prices: readonly PriceList[]; isTaxExempt: boolean },
  at: number,
): PlanPrices {
  return { ...(listAt(prices, at) ?? STANDARD_PRICES), isTaxExempt };
}
