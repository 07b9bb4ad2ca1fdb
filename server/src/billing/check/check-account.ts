import Stripe from "stripe";
import { account, connection } from "./account.ts";
import { prices, products, taxId, taxRate } from "./catalogue.ts";
import { DASHBOARD_ONLY, receipts } from "./dashboard.ts";
import { type Check, type CheckedAccount, type Finding, wrong } from "./finding.ts";
import { KEYS } from "./places.ts";
import { permissions, writePermissions } from "./permissions.ts";
import { portal } from "./portal.ts";
import { webhook } from "./webhook.ts";

/** The connection comes first: without it no other check can say anything. */
export const CHECKS: Check[] = [
  connection,
  account,
  prices,
  products,
  taxRate,
  taxId,
  portal,
  webhook,
  receipts,
  ...permissions,
];

const { StripeAuthenticationError, StripeConnectionError, StripeError, StripePermissionError } = Stripe.errors;

/** Compares an account with what the product needs, and changes nothing there. */
export async function checkAccount(given: CheckedAccount): Promise<Finding[]> {
  const findings: Finding[] = [];
  // One after the other: Stripe limits the rate of calls, and the serving processes share the limit.
  for (const check of CHECKS) {
    try {
      findings.push(...(await check.run(given)));
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      findings.push(findingOf(check, error));
      if (error instanceof StripeConnectionError || error instanceof StripeAuthenticationError) return findings;
    }
  }
  return [...findings, writePermissions(given.secretKey, CHECKS), ...DASHBOARD_ONLY];
}

function findingOf({ subject, permission }: Check, error: InstanceType<typeof StripeError>): Finding {
  if (error instanceof StripeConnectionError) {
    return wrong("API", `Stripe cannot be reached: ${error.message}`, "the network and proxy of this machine");
  }
  if (error instanceof StripeAuthenticationError) {
    return wrong("key", `Stripe refuses STRIPE_SECRET_KEY: ${error.message}`, KEYS);
  }
  if (error instanceof StripePermissionError) {
    const remedy = `${KEYS} > the key > Edit: ${permission}`;
    return wrong(subject, `the key has no permission. ${error.message}`, remedy);
  }
  return wrong(subject, `Stripe answered ${error.statusCode}: ${error.message}`, "run the command again");
}
