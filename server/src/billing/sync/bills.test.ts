import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { invoice, type InvoiceGiven, subscription } from "../../../test/testing/provider-objects.ts";
import { NO_BILLS, paidAt, readBills, voidBills } from "./bills.ts";

const NOW = Date.parse("2026-11-21T03:00:00.000Z");
const SECOND = NOW / 1000;
const HOURS = 3600;

/** The provider's answers, and what was asked. */
function provider(invoices: Stripe.Invoice[], intents: object[] = []) {
  const asked: string[] = [];
  const stripe = {
    invoices: {
      list: async ({ subscription: id }: { subscription: string }) => (asked.push(`list ${id}`), { data: invoices }),
      voidInvoice: async (id: string) => void asked.push(`void ${id}`),
    },
    invoicePayments: {
      list: async ({ invoice: id }: { invoice: string }) => {
        asked.push(`payments ${id}`);
        return { data: intents.map((payment_intent) => ({ payment: { payment_intent } })) };
      },
    },
  } as unknown as Stripe;
  return { stripe, asked };
}

const latest = (given: Parameters<typeof invoice>[0]) => ({ latest_invoice: invoice(given) });

describe("whether a contract's bills are read", () => {
  test.each<[string, Parameters<typeof subscription>[0], boolean]>([
    ["a payment of 72 hours ago", latest({ paid_at: SECOND - 72 * HOURS }), false],
    ["a payment of a second less", latest({ paid_at: SECOND - 72 * HOURS + 1 }), true],
    ["a bill without a payment that is void", latest({ status: "void", paid_at: null }), false],
    ["an open bill", latest({ status: "open", paid_at: null }), true],
    ["a draft", latest({ status: "draft", paid_at: null }), true],
    ["no bill", { latest_invoice: null }, false],
    ["a bill that was not read", { latest_invoice: "in_1" }, true],
    ["a failed renewal", { status: "past_due", latest_invoice: null }, true],
    ["a suspension", { status: "unpaid", latest_invoice: null }, true],
    ["an end", { status: "canceled", latest_invoice: null }, false],
  ])("%s: %#", async (_what, given, isRead) => {
    const { stripe, asked } = provider([]);
    expect(await readBills(stripe, subscription(given), NOW)).toEqual(NO_BILLS);
    expect(asked).toEqual(isRead ? ["list sub_1"] : []);
  });

  test("without a contract none are", async () => {
    const { stripe, asked } = provider([invoice()]);
    expect(await readBills(stripe, null, NOW)).toEqual(NO_BILLS);
    expect(asked).toEqual([]);
  });
});

test("payments of less than 72 hours are news, in the order of their payment", async () => {
  const at = (id: string, seconds: number | null, status: Stripe.Invoice.Status = "paid") =>
    invoice({ id, status, paid_at: seconds });
  const invoices = [
    at("later", SECOND),
    at("old", SECOND - 72 * HOURS),
    at("earlier", SECOND - 72 * HOURS + 1),
    at("void", SECOND, "void"),
    at("open", null, "open"),
  ];
  const { paid, open, failed } = await readBills(provider(invoices).stripe, subscription({ latest_invoice: "x" }), NOW);
  expect(paid.map(({ id }) => id)).toEqual(["earlier", "later"]);
  expect(open).toEqual(["open"]);
  expect(failed, "the contract is not unpaid").toBeNull();
  expect([paidAt(at("a", 5)), paidAt(at("a", null))]).toEqual([5000, 0]);
});

describe("the bill that failed", () => {
  const BILL = { id: "in_2", status: "open", attempted: true, amount_remaining: 1234, paid_at: null } as const;
  const failedOf = async (given: Parameters<typeof invoice>[0][], intents: object[] = [], status = "past_due") => {
    const of = subscription({ status: status as "past_due" });
    return (await readBills(provider(given.map(invoice), intents).stripe, of, NOW)).failed;
  };

  test("is the first open one with an attempt", async () => {
    const draft = { ...BILL, id: "draft", status: "draft" as const };
    const waiting = { ...BILL, id: "waiting", attempted: false };
    expect((await failedOf([draft, waiting, BILL, { ...BILL, id: "older" }]))?.id).toBe("in_2");
    expect(await failedOf([draft, waiting])).toBeNull();
    expect((await failedOf([BILL], [], "unpaid"))?.id).toBe("in_2");
    expect(await failedOf([BILL], [], "active")).toBeNull();
  });

  test("has what is left to pay, its page, its next attempt and its age", async () => {
    expect(await failedOf([{ ...BILL, next_payment_attempt: SECOND + 5, created: 7 }])).toEqual({
      id: "in_2",
      amount: 1234,
      currency: "jpy",
      isCharged: true,
      dueAt: null,
      url: "https://invoice.example/1",
      retryAt: "2026-11-21T03:00:05.000Z",
      since: 7000,
      declinedAt: null,
      needsAuthentication: false,
    });
    const transitions = { status_transitions: { paid_at: null, finalized_at: 9 } } as InvoiceGiven;
    expect(await failedOf([{ ...BILL, created: 7, ...transitions }])).toMatchObject({ since: 9000, retryAt: null });
  });

  test.each<[string, object[], number | null, boolean]>([
    ["none", [], null, false],
    ["a declined one", [{ status: "requires_payment_method", latest_charge: { created: 40 } }], 40_000, false],
    ["two", [{ latest_charge: { created: 40 } }, { latest_charge: { created: 50 } }], 50_000, false],
    ["one whose charge was not read", [{ latest_charge: "ch_1" }], null, false],
    ["one without a charge", [{ latest_charge: null }], null, false],
    ["3-D Secure", [{ status: "requires_action", latest_charge: null }], null, true],
    ["3-D Secure off the session", [{ last_payment_error: { code: "authentication_required" } }], null, true],
    ["another error", [{ last_payment_error: { code: "card_declined" } }], null, false],
    ["3-D Secure after a decline", [{ latest_charge: { created: 1 } }, { status: "requires_action" }], 1000, true],
  ])("knows its attempts: %s", async (_what, intents, declinedAt, needsAuthentication) => {
    expect(await failedOf([BILL], intents)).toMatchObject({ declinedAt, needsAuthentication });
  });
});

test("every open bill is voided", async () => {
  const { stripe, asked } = provider([]);
  await voidBills(stripe, { ...NO_BILLS, open: ["in_1", "in_2"] });
  expect(asked).toEqual(["void in_1", "void in_2"]);
});
