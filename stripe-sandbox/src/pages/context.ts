import type Stripe from "stripe";
import type { World } from "../state/world.ts";

export const PAGES = "/sandbox/stripe";

export interface PageContext {
  world: World;
  isPost: boolean;
  /** The path segment after `/sandbox/stripe/<page>/`. */
  id: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

export type PageAnswer =
  /** `leadsTo`: other origins to which the page's forms may redirect. */
  { page: string; leadsTo?: (string | null)[] } | { redirect: string };

/** Redirects to the session's success URL. */
export function returnToShop(session: Stripe.Checkout.Session): PageAnswer {
  return { redirect: (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
}
