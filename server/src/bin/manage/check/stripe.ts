import { ok } from "../../../billing/check/finding.ts";
import { stripeFindings } from "../stripe-check.ts";
import type { Check } from "./installation.ts";

export const stripe: Check = async ({ env, environment }) => {
  if (env.demo && env.stripe === null) return [ok("Stripe", "the demo's sandbox")];
  const findings = await stripeFindings(environment);
  return findings.map((finding) => ({ ...finding, subject: `Stripe, ${finding.subject}` }));
};
