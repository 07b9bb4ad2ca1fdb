import type Stripe from "stripe";
import type { CardBehaviour } from "../engine/cards.ts";

/** What the card's bank will do, kept apart from what the API shows of the card. */
export interface CardSecret {
  id: string;
  behaviour: CardBehaviour;
  /** Set once 3-D Secure has been passed with this card. */
  isAuthenticated: boolean;
}

/** What a Checkout session will make when it is paid. */
export interface CheckoutPlan {
  id: string;
  items: { price: string; quantity: number; taxRates: string[] }[];
  metadata: Record<string, string>;
  description: string | null;
}

/** How a session, an invoice or a portal is known to the pages that visitors see. */
export interface PageAccess {
  /** The secret part of the page's address. */
  id: string;
  kind: "checkout" | "invoice" | "portal";
  target: string;
  returnUrl: string | null;
}

/** A card that waits for the visitor's answer on the 3-D Secure page. */
export interface Challenge {
  id: string;
  kind: "checkout" | "invoice" | "setup";
  /** The session's, invoice's or customer's id. */
  target: string;
  paymentMethod: string;
  /** The page that asked, and where a failure leads back to. */
  returnPath: string;
  /** Yen; null: nothing is charged. */
  amount: number | null;
  outcome: "passed" | "failed" | null;
  /** What was typed, so that it is still there after a failure. */
  typed: { number: string; expiry: string; cvc: string; name: string };
}

export interface StoredAnswer {
  id: string;
  request: string;
  status: number;
  body: string;
  created: number;
}

export interface EndpointSecret {
  id: string;
  secret: string;
}

export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Milliseconds by the sandbox's clock; null: nothing more will be tried. */
  dueAt: number | null;
  /** The last answer's status; null: not tried, or no answer. */
  status: number | null;
}

export interface Setting {
  id: string;
  value: string;
}

/** Everything the sandbox remembers, by kind. What Stripe would send has the SDK's own type. */
export interface Kinds {
  balance_transaction: Stripe.CustomerBalanceTransaction;
  card_secret: CardSecret;
  challenge: Challenge;
  charge: Stripe.Charge;
  checkout_plan: CheckoutPlan;
  checkout_session: Stripe.Checkout.Session;
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  delivery: Delivery;
  dispute: Stripe.Dispute;
  endpoint_secret: EndpointSecret;
  event: Stripe.EventBase;
  idempotent_answer: StoredAnswer;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  page_access: PageAccess;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  portal_configuration: Stripe.BillingPortal.Configuration;
  portal_session: Stripe.BillingPortal.Session;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setting: Setting;
  subscription: Stripe.Subscription;
  tax_rate: Stripe.TaxRate;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type Kind = keyof Kinds;
