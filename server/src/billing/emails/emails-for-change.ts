import { priceIncludingTax } from "@manabiya/contract/rules/prices.ts";
import type Stripe from "stripe";
import type { SiteSettings } from "../../config/config.ts";
import {
  cancelledMail,
  endedMail,
  paymentFailedMail,
  planChangedMail,
  thanksMail,
} from "./billing-emails.ts";
import { instantOf, type MemberState, type ProviderState } from "../sync/provider-state.ts";
import type { Letter } from "./send-once.ts";

interface Change {
  chosen: Stripe.Subscription;
  state: ProviderState;
  before: MemberState & { email: string };
  /** When the change is written, ISO 8601. */
  at: string;
}

/** The letters that a change of a member's subscription calls for. */
export function emailsForChange(
  site: SiteSettings,
  { chosen, state, before, at }: Change,
): Omit<Letter, "userId">[] {
  const { access, plan, periodEnd: date, subscriptionId, cancelAtPeriodEnd } = state;
  const invoice = typeof chosen.latest_invoice === "string" ? null : chosen.latest_invoice;
  const amount = plan === "none" ? 0 : priceIncludingTax(plan);
  const about = { recipient: before.email, plan, amount, date };
  const wasActive = before.subscription_status === "active";
  if (state.paymentFailed && invoice) {
    const { next_payment_attempt: retry, amount_remaining } = invoice;
    const again = retry === null ? null : instantOf(retry);
    const mail = paymentFailedMail(site, { ...about, amount: amount_remaining, date: again });
    return [{ kind: "payment_failed", about: invoice.id, mail }];
  }
  if (access === "live" && !wasActive) {
    return [{ kind: "thanks", about: subscriptionId, mail: thanksMail(site, about) }];
  }
  if (access === "ended" && wasActive) {
    return [{ kind: "ended", about: subscriptionId, mail: endedMail(site, about) }];
  }
  if (access !== "live") return [];
  // These may happen to a subscription again and again.
  const occasion = `${subscriptionId} ${at}`;
  const letters: Omit<Letter, "userId">[] = [];
  if (plan !== before.subscription_plan) {
    letters.push({ kind: "plan_changed", about: occasion, mail: planChangedMail(site, about) });
  }
  if (cancelAtPeriodEnd && !before.cancel_at_period_end) {
    letters.push({ kind: "cancelled", about: occasion, mail: cancelledMail(site, about) });
  }
  return letters;
}
