import type Stripe from "stripe";
import { expect, test } from "vitest";
import { invoice, type InvoiceGiven, line } from "../../../test/testing/provider-objects.ts";
import { readOwnership } from "../provider/ownership.ts";
import { readPayments } from "../refunds/payments.ts";
import { describe as describeInvoice, readDocuments } from "./documents.ts";

async function* each<T>(all: T[]) {
  yield* all;
}

/** Of an offer that is none of ours. */
const OTHER = { product: "prod_other" };

interface World {
  invoices?: Stripe.Invoice[];
  notes?: object[];
  charges?: object[];
  disputes?: object[];
}

/** The provider with these objects. `asked`: the parameters of the last list of invoices. */
function provider({ invoices = [], notes = [], charges = [], disputes = [] }: World) {
  const asked: object[] = [];
  const stripe = {
    invoices: {
      list: (given: object) => (asked.push(given), each(invoices)),
      retrieve: async (id: string) => invoice({ id, lines: id === "in_old" ? [line(1500)] : [line(1500, OTHER)] }),
    },
    creditNotes: { list: () => each(notes) },
    charges: { list: () => each(charges) },
    customers: { listBalanceTransactions: () => each([]) },
    disputes: { list: async () => ({ data: disputes }) },
    prices: { list: async () => ({ data: [] }) },
    products: { list: () => each([{ id: "prod_plan", metadata: { manabiya: "monthly" } }]) },
  } as unknown as Stripe;
  return { stripe, ownership: () => readOwnership(stripe, []), asked };
}

const note = (given: object = {}) => ({
  id: "cn_1",
  status: "issued",
  created: 1000,
  invoice: "in_1",
  number: "C-1",
  total: 1100,
  total_excluding_tax: 1000,
  refunds: [{ amount_refunded: 300 }, { amount_refunded: 400 }],
  pdf: "https://pdf.example",
  ...given,
});

test.each([
  [999, false],
  [1000, true],
  [1999, true],
  [2000, false],
])("a document of second %i belongs to the span from 1000 to 2000: %j", async (at, isIn) => {
  const world = {
    invoices: [invoice({ paid_at: at }), invoice({ paid_at: null, created: at })],
    notes: [note({ created: at })],
  };
  const { asked, ...billing } = provider(world);
  expect(await readDocuments(billing, "cus_1", { from: 1000, to: 2000 })).toHaveLength(isIn ? 3 : 0);
  // Bills that were paid late began before.
  expect(asked).toMatchObject([{ created: { gte: 1000 - 60 * 86_400, lt: 2000 } }]);
  expect(await readDocuments(billing, "cus_1")).toHaveLength(3);
});

test.each<[Parameters<typeof invoice>[0], object | null]>([
  [
    { total: 1650, total_excluding_tax: 1500, amount_paid: 650 },
    { kind: "receipt", total: 1650, tax: 150, paid: 650 },
  ],
  [
    { total: 1, total_excluding_tax: null, amount_paid: 1 },
    { kind: "receipt", total: 1, tax: 0, paid: 1 },
  ],
  [
    { total: -1, total_excluding_tax: -1, amount_paid: 0 },
    { kind: "credit", total: -1, tax: 0, paid: 0 },
  ],
  [{ total: 0, amount_paid: 0 }, null],
])("an invoice with %o is the document %o", async (given, expected) => {
  const documents = await readDocuments(provider({ invoices: [invoice(given)] }), "cus_1");
  expect(documents).toMatchObject(expected ? [expected] : []);
});

test.each<[object, object | null]>([
  [{}, { kind: "credit", total: -1100, tax: -100, paid: -700, description: "M-1の返金", number: "C-1" }],
  [{ invoice: { id: "in_1" } }, { description: "M-1の返金" }],
  [{ invoice: "in_old" }, { description: "M-1の返金" }],
  [{ invoice: "in_other" }, null],
  [{ refunds: [] }, { paid: -0 }],
  [{ status: "void" }, null],
])("a credit note with %o is the document %o", async (given, expected) => {
  const billing = provider({ invoices: [invoice({ total: 0 })], notes: [note(given)] });
  expect(await readDocuments(billing, "cus_1")).toMatchObject(expected ? [expected] : []);
});

test("the newest document comes first", async () => {
  const at = (id: string, paid_at: number) => invoice({ id, paid_at });
  const billing = provider({ invoices: [at("b", 2), at("c", 3), at("a", 1)] });
  expect((await readDocuments(billing, "cus_1")).map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

test.each([
  ["1 × 月額プラン", "月額プラン"],
  ["1 x 月額プラン", "月額プラン"],
  ["11 × 月額プラン", "11 × 月額プラン"],
  ["残り 1 × 月額プラン", "残り 1 × 月額プラン"],
])("a line of %s is shown as %s, and the last line counts", (description, shown) => {
  expect(describeInvoice(invoice({ lines: [line(5, { description: "前の行" }), line(1, { description })] }))).toBe(
    shown,
  );
  expect(describeInvoice(invoice({ lines: [] }))).toBe("");
});

const PAID = { payments: { data: [{ payment: { payment_intent: "pi_1" } }] } } as InvoiceGiven;
const CHARGE = {
  id: "ch_1",
  paid: true,
  payment_intent: "pi_1",
  currency: "jpy",
  amount: 1650,
  amount_refunded: 0,
  disputed: false,
};
const DISPUTE = { id: "dp_1", amount: 1650, reason: "general", status: "lost", evidence_details: { due_by: 5 } };

test.each<[string, InvoiceGiven, object, object[], refundable: number]>([
  ["nothing was refunded", {}, {}, [], 1650],
  ["a part was refunded", {}, { amount_refunded: 650 }, [], 1000],
  ["all was refunded", {}, { amount_refunded: 1650 }, [], 0],
  ["a part was credited without a refund", { post_payment_credit_notes_amount: 1649 }, {}, [], 1],
  ["more was credited than is left", { post_payment_credit_notes_amount: 1651 }, {}, [], 0],
  ["the balance paid a part", { total: 2650 }, {}, [], 1650],
  ["the bank decides", {}, { disputed: true }, [{ ...DISPUTE, status: "under_review" }], 0],
  ["evidence is missing", {}, { disputed: true }, [{ ...DISPUTE, status: "needs_response" }], 0],
  ["the bank took it back", {}, { disputed: true }, [DISPUTE], 0],
  ["the bank gave it back", {}, { disputed: true }, [{ ...DISPUTE, status: "won" }], 1650],
  ["the bank only asks", {}, { disputed: true }, [{ ...DISPUTE, status: "warning_needs_response" }], 1650],
  ["a dispute of another charge is no matter", {}, { disputed: false }, [DISPUTE], 1650],
])("of a payment can be refunded, if %s: %#", async (_when, of, charge, disputes, refundable) => {
  const invoices = [invoice({ ...PAID, post_payment_credit_notes_amount: 0, ...of })];
  const billing = provider({ invoices, charges: [{ ...CHARGE, ...charge }], disputes });
  expect(await readPayments(billing, "cus_1", (id) => `https://page.example/${id}`)).toMatchObject([
    {
      ...{ invoice: "in_1", number: "M-1", amount: 1650, refundable },
      refunded: "amount_refunded" in charge ? charge.amount_refunded : 0,
      dispute: "disputed" in charge && charge.disputed ? { url: "https://page.example/dp_1" } : null,
    },
  ]);
});

test.each([
  ["was not paid", { paid: false }],
  ["has no payment", { payment_intent: null }],
  ["belongs to another invoice", { payment_intent: "pi_2" }],
])("a charge that %s is no payment of the invoice", async (_what, given) => {
  const billing = provider({ invoices: [invoice(PAID)], charges: [{ ...CHARGE, ...given }] });
  expect(await readPayments(billing, "cus_1", () => null)).toEqual([]);
});

test("a dispute without a deadline has none", async () => {
  const disputes = [{ ...DISPUTE, evidence_details: { due_by: null } }];
  const charges = [{ ...CHARGE, disputed: true }];
  const billing = provider({ invoices: [invoice(PAID)], charges, disputes });
  expect(await readPayments(billing, "cus_1", () => null)).toMatchObject([
    { dispute: { amount: 1650, reason: "その他", status: "lost", due_by: null, url: null } },
  ]);
});
