import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { CARDS, checkout, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { customerOf, latestOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { findPrices, findTaxRate } from "./catalogue.ts";
import { idOf } from "./provider.ts";

const t = useBillingApp();
const calls = contract.subscription;

/** A member whose running contract has a price of 1,200 yen, 1,320 with tax, of before a price rise. */
async function onOlderPrice(): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  const { monthly } = await findPrices(t.stripe);
  const rate = await findTaxRate(t.stripe);
  if (!monthly || !rate) throw new Error("the catalogue is not set up");
  const older = await t.stripe.prices.create({
    product: idOf(monthly.product) ?? "",
    currency: "jpy",
    unit_amount: 1200,
    recurring: { interval: "month" },
  });
  const { id, default_payment_method } = await latestOf(t, member);
  await t.stripe.subscriptions.cancel(id);
  await t.stripe.subscriptions.create({
    customer: await customerOf(t, member),
    items: [{ price: older.id, tax_rates: [rate.id] }],
    default_payment_method: idOf(default_payment_method) ?? "",
  });
  await deliverAll(t);
  return member;
}

test("a member on an older price sees that price in the profile and in mails", async () => {
  const member = await onOlderPrice();
  expect((await member.call(calls.get)).json()).toMatchObject({
    subscription: { price: 1320, price_without_tax: 1200, next_charge: 1320 },
  });
  const mails = await mailsTo(t.db, member.email);
  expect(mails.map(({ text }) => text).join()).toContain("料金：1,320円（税込）");
  expect(mails.map(({ text }) => text).join()).not.toContain("1,650円");
});

test("a member on an older price changes to a plan of today's price, as previewed", async () => {
  const member = await onOlderPrice();
  const url = `${calls.previewChange.url}?new_plan=yearly`;
  expect((await member.call({ method: "GET", url })).json()).toMatchObject({
    unused: 1320,
    charged_today: 16_500 - 1320,
    next_charge: 16_500,
  });
  await member.call(calls.changePlan, { new_plan: "yearly" });
  expect((await member.call(calls.lastChange)).json()).toMatchObject({
    change: { from_plan: "monthly", to_plan: "yearly", from_price: 1320, from_price_without_tax: 1200 },
  });
});

test("no amount that a member is told comes from the price list alone", async () => {
  // The list itself, the provider's prices that are made or compared, and the refusals of orders at another price or with
  // a discount that leaves too little.
  const allowed = ["provider/setup.ts", "check/catalogue.ts", "checkout/coupon.ts", "routes.ts"].concat(
    ["lists", "check-prices", "shown-price"].map((name) => `prices/${name}.ts`),
  );
  const readers: string[] = [];
  const folder = new URL("..", import.meta.url).pathname;
  for await (const file of glob("**/*.ts", { cwd: folder })) {
    if (
      !file.endsWith(".test.ts") &&
      /\b(priceList|priceTexts|includingTax\(|STANDARD_PRICES)\b/.test(readFileSync(folder + file, "utf8"))
    )
      readers.push(file);
  }
  expect(readers.filter((file) => !allowed.includes(file))).toEqual([]);
});
