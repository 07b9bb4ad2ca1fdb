import type { BillingDocument, BillingYear } from "@manabiya/contract/billing/receipts.ts";
import { findCustomer } from "../provider/customers.ts";
import type { Billing } from "../provider/provider.ts";
import { readDocuments, type Span } from "./documents.ts";

/** Milliseconds that Japan's clocks are ahead of UTC. */
const JAPAN = 9 * 60 * 60 * 1000;

const yearOf = (ms: number): number => new Date(ms + JAPAN).getUTCFullYear();

const spanOf = (year: number): Span => ({ from: firstSecond(year), to: firstSecond(year + 1) });

const firstSecond = (year: number): number => (Date.UTC(year, 0, 1) - JAPAN) / 1000;

/** The documents of a year with their sums, for a tax return. They are the member's own: found by the member's id. */
export async function readYear(billing: Billing, userId: number, given?: number): Promise<BillingYear> {
  const { stripe, site, now } = billing;
  const running = yearOf(now());
  const year = given ?? running;
  const id = await findCustomer(billing, userId);
  const customer = id === null ? null : await stripe.customers.retrieve(id);
  if (customer === null || customer.deleted) return summarise({ year, years: [running], name: "", site }, []);
  const first = yearOf(customer.created * 1000);
  const years = Array.from({ length: Math.max(1, running - first + 1) }, (_, index) => running - index);
  const documents = await readDocuments(billing, customer.id, spanOf(year));
  return summarise({ year, years, name: customer.name ?? "", site }, documents);
}

function summarise(
  { site, ...about }: Pick<BillingYear, "year" | "years" | "name"> & Pick<Billing, "site">,
  documents: BillingDocument[],
): BillingYear {
  const sum = (name: "total" | "tax" | "paid") => documents.reduce((yen, document) => yen + document[name], 0);
  const sums = { total: sum("total"), tax: sum("tax"), paid: sum("paid") };
  return { ...about, documents, ...sums, invoice_number: site.invoiceNumber };
}
