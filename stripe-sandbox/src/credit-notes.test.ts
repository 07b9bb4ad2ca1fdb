import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { openShop, type Shop, subscribe } from "./testing/shop.ts";
import { Visitor } from "./testing/visitor.ts";

async function paidYear(shop: Shop) {
  const { customer, subscription } = await subscribe(shop, shop.yearly);
  return { customer, invoice: idOf(subscription.latest_invoice) ?? "" };
}

test("a credit note refunds the card, and its document shows the tax", async () => {
  const shop = await openShop();
  const { invoice } = await paidYear(shop);
  const note = await shop.stripe.creditNotes.create({ invoice, amount: 11_000, refund_amount: 11_000 });
  expect(note).toMatchObject({ total: 11_000, total_excluding_tax: 10_000, refunds: [{ amount_refunded: 11_000 }] });
  expect((await shop.stripe.charges.list()).data).toMatchObject([{ amount: 16_500, amount_refunded: 11_000 }]);
  const visitor = new Visitor();
  expect((await visitor.open(note.pdf)).text).toContain("11,000円");
  expect(visitor.page.text).toContain("返還請求書");
  const more = shop.stripe.creditNotes.create({ invoice, amount: 5501, refund_amount: 5501 });
  await expect(more).rejects.toMatchObject({ statusCode: 400, param: "amount" });
});

test("a credit note adds to the customer's balance", async () => {
  const shop = await openShop();
  const { customer, invoice } = await paidYear(shop);
  await shop.stripe.creditNotes.create({ invoice, amount: 3000, credit_amount: 3000 });
  expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -3000 });
  expect((await shop.stripe.creditNotes.list({ invoice })).data).toHaveLength(1);
});
