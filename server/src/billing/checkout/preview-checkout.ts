import type { CheckoutPreview } from "@manabiya/contract/billing/checkout-preview.ts";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { laterCharges } from "../plan-changes/later-charges.ts";
import { findCustomer } from "../provider/customers.ts";
import { type Billing, isMissing } from "../provider/provider.ts";

/** The effect of a purchase now, from the provider's preview invoice with the customer's balance. */
export async function previewCheckout(billing: Billing, userId: number, plan: PaidPlan): Promise<CheckoutPreview> {
  const customer = await findCustomer(billing, userId);
  const invoice = await previewInvoice(billing, customer, plan);
  const { price, ...later } = laterCharges(invoice, plan);
  const tax = (invoice.total_taxes ?? []).reduce((total, { amount }) => total + amount, 0);
  const charged_today = invoice.amount_due;
  // The first charge of a member in debt exceeds the price.
  return { plan, price, tax, charged_today, credit_used: Math.max(0, price - charged_today), ...later };
}

async function previewInvoice(billing: Billing, customer: string | null, plan: PaidPlan): Promise<Stripe.Invoice> {
  const { stripe, catalogue } = billing;
  const item = { price: await catalogue.price(plan), quantity: 1, tax_rates: [await catalogue.taxRate()] };
  try {
    return await stripe.invoices.createPreview({
      ...(customer === null ? { customer_details: { tax_exempt: "none" } } : { customer }),
      subscription_details: { items: [item] },
    });
  } catch (error) {
    // A deleted customer has no balance; the checkout creates another one.
    if (customer === null || !isMissing(error)) throw error;
    return previewInvoice(billing, null, plan);
  }
}
