import type Stripe from "stripe";
import { findPortal, portalProblems } from "../provider/catalogue.ts";
import { type Check, type Finding, okUnless, wrong } from "./finding.ts";
import { PORTAL, SET_UP } from "./places.ts";

export const portal: Check = {
  subject: "portal",
  permission: "Customer portal: Write",
  resources: ["billingPortal.configurations", "billingPortal.sessions"],
  run: async ({ stripe }) => {
    const ours = await findPortal(stripe);
    const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
    const problems = [
      ...(ours ? portalProblems(ours).map((problem) => wrong("portal", problem, SET_UP)) : []),
      ...(ours ? [] : [wrong("portal", "there is no configuration of ours", SET_UP)]),
      ...data.filter(({ id }) => id !== ours?.id).flatMap(publicLogin),
    ];
    return okUnless(problems, "portal", "cards and invoices alone");
  },
};

/** Stripe's own login link leads to the default configuration, without our pages. */
function publicLogin(other: Stripe.BillingPortal.Configuration): Finding[] {
  const { subscription_cancel: cancel, subscription_update: update } = other.features;
  if (!other.login_page.enabled || (!cancel.enabled && !update.enabled)) return [];
  return [
    wrong(
      "portal",
      `${other.id} has a login link of its own, behind which members cancel or change plans without our texts`,
      `${PORTAL}: deactivate the link, or switch cancellations and plan changes off`,
    ),
  ];
}
