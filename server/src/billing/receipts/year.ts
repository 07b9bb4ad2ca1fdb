import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { BillingYear } from "@manabiya/contract/billing/receipts.ts";
import { readBooks } from "../books/read-books.ts";
import { findCustomers } from "../provider/customers.ts";
import type { Billing } from "../provider/provider.ts";
import { documentsOfAll, spanOf } from "./documents.ts";

const yearOf = (ms: number): number => Number(japanDay(ms).slice(0, 4));

/** The documents of a year and the sums of the books, for a tax return. They are the member's own: found by the member's id. */
export async function readYear(billing: Billing, userId: number, given?: number): Promise<BillingYear> {
  const { stripe, site, now } = billing;
  const running = yearOf(now());
  const year = given ?? running;
  const { ids, since } = await findCustomers(billing, userId);
  const customers = await Promise.all(ids.map((id) => stripe.customers.retrieve(id)));
  const present = customers.filter((customer) => !customer.deleted);
  // A deleted customer has no date of its own.
  const created = [
    ...present.map((customer) => customer.created * 1000),
    ...(present.length < ids.length ? [since] : []),
  ];
  const first = yearOf(Math.min(...created, now()));
  const years = Array.from({ length: running - first + 1 }, (_, index) => running - index);
  const span = spanOf({ year }, now());
  const [documents, books] = await Promise.all([
    documentsOfAll(billing, ids, span),
    Promise.all(ids.map((id) => readBooks(billing, span, id))),
  ]);
  // The documents lack refunds that have none, and a dispute's.
  const rows = books.flatMap(({ entries }) => entries.map(({ row }) => row));
  const sum = (name: "total" | "tax" | "card" | "transfer") => rows.reduce((yen, row) => yen + row[name], 0);
  const sums = { total: sum("total"), tax: sum("tax"), paid: sum("card") + sum("transfer") };
  return {
    year,
    years,
    name: present[0]?.name ?? "",
    documents,
    ...sums,
    invoice_number: site.isTaxExempt ? "" : site.invoiceNumber,
  };
}
