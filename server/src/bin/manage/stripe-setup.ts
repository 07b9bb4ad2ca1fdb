import { isInvoiceNumber } from "@manabiya/contract/rules/invoice-number.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { openProvider } from "../../billing/provider/provider.ts";
import { setUpProvider } from "../../billing/provider/setup.ts";
import type { Command } from "../../config/command.ts";

/**
 * Creates products, prices, the tax rate, the tax id, the portal and the webhook at Stripe, idempotently. It does not use `readEnv`,
 * which requires the webhook secret that this command prints.
 */
export const stripeSetup: Command = async (_args, environment) => {
  const secretKey = environment["STRIPE_SECRET_KEY"];
  const publicUrl = environment["PUBLIC_URL"]?.replace(/\/$/, "");
  if (!secretKey || !publicUrl) {
    throw new OperatorError("Set STRIPE_SECRET_KEY and PUBLIC_URL: the address at which Stripe reaches the site.");
  }
  const invoiceNumber = environment["SITE_INVOICE_NUMBER"] ?? "";
  if (invoiceNumber !== "" && !isInvoiceNumber(invoiceNumber)) {
    throw new OperatorError("SITE_INVOICE_NUMBER must be T and 13 digits with a valid check digit.");
  }
  const stripe = openProvider({ secretKey, apiUrl: environment["STRIPE_API_URL"] || null });
  const { steps, webhookSecret } = await setUpProvider(stripe, {
    siteName: environment["SITE_NAME"] || "学び舎",
    publicUrl,
    invoiceNumber,
  });
  for (const step of steps) console.log(step);
  if (webhookSecret !== null) console.log(`\nSTRIPE_WEBHOOK_SECRET=${webhookSecret}`);
};
