import { expect, test } from "vitest";
import { openShop, type Shop } from "./testing/shop.ts";
import { Visitor } from "./testing/visitor.ts";

async function open({ stripe, monthly }: Shop, message: string) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: monthly.id, quantity: 1 }],
    custom_text: { submit: { message } },
    adaptive_pricing: { enabled: false },
    success_url: "http://shop.example/done",
  });
}

test("previews the first invoice of somebody who is no customer yet, and stores nothing", async () => {
  const { stripe, monthly, tax } = await openShop();
  const preview = await stripe.invoices.createPreview({
    customer_details: { tax_exempt: "none" },
    subscription_details: { items: [{ price: monthly.id, tax_rates: [tax.id] }] },
  });
  expect(preview).toMatchObject({ customer: null, total: 1650, amount_due: 1650, ending_balance: 0 });
  expect((await stripe.customers.list()).data).toEqual([]);
});

test("the page shows the text of up to 1,200 characters beside its button, with prices in yen alone", async () => {
  const shop = await openShop();
  const session = await open(shop, "解約はいつでもできます。".padEnd(1200, "。"));
  expect(session.adaptive_pricing).toEqual({ enabled: false });
  const visitor = new Visitor();
  await visitor.open(session.url ?? "");
  expect(visitor.page.text).toContain("解約はいつでもできます。");
  await expect(open(shop, "。".repeat(1201))).rejects.toMatchObject({ statusCode: 400, param: "custom_text" });
});
