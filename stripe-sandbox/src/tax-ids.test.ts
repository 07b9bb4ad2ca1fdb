import type Stripe from "stripe";
import { expect, test } from "vitest";
import { idOf } from "./state/ids.ts";
import { changePlan, DAY, invoiceOf, openShop, type Shop, subscribe } from "./testing/shop.ts";
import { Visitor } from "./testing/visitor.ts";

const NUMBER = "T7000012050002";

const firstInvoice = (shop: Shop, { latest_invoice }: Stripe.Subscription) =>
  shop.stripe.invoices.retrieve(idOf(latest_invoice) ?? "");

test("an invoice carries the default tax id of its time, the rate and the customer's name", async () => {
  const shop = await openShop();
  const { customer } = await subscribe(shop, shop.monthly);
  const taxId = await shop.stripe.taxIds.create({ type: "jp_trn", value: NUMBER });
  shop.sandbox.simulate.setDefaultTaxIds([taxId.id]);
  expect((await shop.stripe.accounts.retrieveCurrent()).settings?.invoices?.default_account_tax_ids).toEqual([
    taxId.id,
  ]);
  await shop.stripe.customers.update(customer.id, { name: "株式会社みらい" });
  shop.sandbox.clock.advance(31 * DAY);
  const [renewal, first] = (await shop.stripe.invoices.list({ customer: customer.id })).data;
  expect(renewal).toMatchObject({ account_tax_ids: [taxId.id], customer_name: "株式会社みらい" });
  expect(first).toMatchObject({ account_tax_ids: null, customer_name: null });
  const { text } = await new Visitor().open(renewal?.invoice_pdf ?? "");
  for (const part of [NUMBER, "株式会社みらい 様", "消費税 10%（対象 1,500円）"]) expect(text).toContain(part);
});

test("a tax id needs T and 13 digits", async () => {
  const shop = await openShop();
  const refused = shop.stripe.taxIds.create({ type: "jp_trn", value: "7000012050002" });
  await expect(refused).rejects.toMatchObject({ statusCode: 400, code: "tax_id_invalid" });
});

test("the tax is rounded once per rate and invoice", async () => {
  const shop = await openShop();
  const odd = await shop.stripe.prices.create({
    product: idOf(shop.monthly.product) ?? "",
    currency: "jpy",
    unit_amount: 1005,
    recurring: { interval: "month" },
  });
  const { subscription } = await subscribe(shop, odd);
  expect(await firstInvoice(shop, subscription)).toMatchObject({ subtotal: 1005, total: 1106 });
  // The credit of 1,005 yen has a tax of −100.5, and the new price one of 1,500: by line the tax would be 1,399.
  const invoice = invoiceOf(await changePlan(shop, subscription, shop.yearly));
  expect(invoice).toMatchObject({ subtotal: 13_995, total: 15_395, total_taxes: [{ amount: 1400 }] });
  const taxes = invoice.lines.data.flatMap((line) => line.taxes ?? []).map(({ amount }) => amount);
  expect(taxes.reduce((sum, amount) => sum + amount, 0)).toBe(1400);
});

test("a card of Stripe's list is charged, and the charge is disputed", async () => {
  const shop = await openShop();
  const { customer } = await subscribe(shop, shop.monthly, "pm_card_createDispute");
  const [charge] = (await shop.stripe.charges.list({ customer: customer.id })).data;
  expect(charge).toMatchObject({ paid: true, disputed: true });
  const disputes = await shop.stripe.disputes.list({ charge: charge?.id ?? "" });
  expect(disputes.data).toMatchObject([{ reason: "fraudulent", status: "needs_response", amount: 1650 }]);
});
