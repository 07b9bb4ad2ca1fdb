import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import { STANDARD_PRICES, TAX_RATE } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import {
  findPrices,
  findTaxRate,
  LOOKUP_KEYS,
  PLANS,
  priceProblems,
  PURPOSE,
  TAX_PURPOSE,
} from "../provider/catalogue.ts";
import { type Check, type Finding, ok, okUnless, wrong } from "./finding.ts";
import { INVOICES, PRODUCTS, SET_UP } from "./places.ts";

export const prices: Check = {
  subject: "prices",
  permission: "Prices: Write",
  resources: ["prices"],
  run: async ({ stripe }) => {
    const found = await findPrices(stripe);
    return PLANS.flatMap((plan) => checkPrice(plan, found[plan]));
  },
};

function checkPrice(plan: PaidPlan, price: Stripe.Price | undefined): Finding[] {
  const subject = `${plan} price`;
  if (!price) return [wrong(subject, `no active price has the lookup key ${LOOKUP_KEYS[plan]}`, SET_UP)];
  const problems = priceProblems(plan, price, STANDARD_PRICES[plan]).map((problem) =>
    wrong(subject, `${price.id} ${problem}`, SET_UP),
  );
  return okUnless(problems, subject, `${STANDARD_PRICES[plan]} yen without tax, the standard price`);
}

export const products: Check = {
  subject: "products",
  permission: "Products: Write",
  resources: ["products"],
  run: async ({ stripe }) => {
    const sold = new Set(Object.values(await findPrices(stripe)).map(({ product }) => product));
    const { data } = await stripe.products.list({ active: false, limit: 100 });
    const problems = data
      .filter(({ id }) => sold.has(id))
      .map(({ id, name }) =>
        wrong("products", `${id} (${name}) is archived, so it cannot be sold`, `${PRODUCTS} > the product > Unarchive`),
      );
    return okUnless(problems, "products", "none of those sold is archived");
  },
};

export const taxRate: Check = {
  subject: "tax rate",
  permission: "Tax Rates: Write",
  resources: ["taxRates"],
  run: async ({ stripe }) => {
    const percent = TAX_RATE * 100;
    if (await findTaxRate(stripe)) return [ok("tax rate", `${percent} % added to the price`)];
    const { data } = await stripe.taxRates.list({ limit: 100 });
    const others = data
      .filter(({ metadata }) => metadata?.[PURPOSE] === TAX_PURPOSE)
      .map(
        ({ id, percentage, inclusive, active }) =>
          `${id} has ${percentage} %${inclusive ? ", inclusive" : ""}${active ? "" : ", archived"}`,
      );
    const detail = [`no active rate of ${percent} % added to the price`, ...others].join("; ");
    return [wrong("tax rate", detail, SET_UP)];
  },
};

/** The number stands on invoices and receipts only if it is the account's default tax id. */
export const taxId: Check = {
  subject: "tax id",
  permission: "Tax IDs: Write",
  resources: ["taxIds"],
  run: async ({ stripe, invoiceNumber }) => {
    const { data } = await stripe.taxIds.list({ limit: 100 });
    const { settings } = await stripe.accounts.retrieveCurrent();
    const defaults = (settings?.invoices?.default_account_tax_ids ?? []).map((one) =>
      typeof one === "string" ? one : one.id,
    );
    const shown = data.filter(({ id, type }) => defaults.includes(id) && type === "jp_trn").map(({ value }) => value);
    const where = `${INVOICES} > Tax IDs: add ${invoiceNumber} as JP TRN, set it as the only default`;
    if (invoiceNumber === "") {
      return shown.length === 0
        ? [ok("tax id", "none, and SITE_INVOICE_NUMBER is not set")]
        : [wrong("tax id", `invoices show ${shown.join(", ")}`, "set SITE_INVOICE_NUMBER to it")];
    }
    if (shown.length === 1 && shown[0] === invoiceNumber) return [ok("tax id", `${invoiceNumber}, on every invoice`)];
    const other = shown.length === 0 ? "no registration number" : shown.join(", ");
    return [wrong("tax id", `invoices show ${other}, but SITE_INVOICE_NUMBER is ${invoiceNumber}`, where)];
  },
};
