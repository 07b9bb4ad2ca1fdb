import type Stripe from "stripe";
import type { PageAnswer } from "./context.ts";

/** Back to the shop, with the session's id in its place. */
export function leave(session: Stripe.Checkout.Session): PageAnswer {
  return { redirect: (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
}
