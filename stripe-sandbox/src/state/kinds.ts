import type Stripe from "stripe";
import type { CardBehaviour } from "../engine/cards.ts";

/** The card's behaviour, stored apart from the card that the API shows. */
interface CardSecret {
  id: string;
  behaviour: CardBehaviour;
  /** Whether 3-D Secure was passed with this card. */
  isAuthenticated: boolean;
}

/** The subscription that a Checkout session creates when it is paid. */
interface CheckoutPlan {
  id: string;
  items: { price: string; quantity: number; taxRates: string[] }[];
  discounts: { coupon?: string; promotion_code?: string }[];
  metadata: Record<string, string>;
  description: string | null;
}

/** Maps a page's secret address to its session, invoice or customer. */
interface PageAccess {
  /** The secret path segment. */
  id: string;
  kind: "checkout" | "invoice" | "portal";
  target: string;
  returnUrl: string | null;
}

/** A payment that waits for 3-D Secure. */
export interface Challenge {
  id: string;
  kind: "checkout" | "invoice" | "setup";
  /** The session's, invoice's or customer's id. */
  target: string;
  paymentMethod: string;
  /** The page that started it; a failure leads back to it. */
  returnPath: string;
  /** Yen; null: nothing is charged. */
  amount: number | null;
  outcome: "passed" | "failed" | null;
  /** The form's values, to show them again after a failure. */
  typed: { number: string; expiry: string; cvc: string; name: string };
}

interface StoredAnswer {
  id: string;
  request: string;
  status: number;
  body: string;
  created: number;
}

interface EndpointSecret {
  id: string;
  secret: string;
}

export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Milliseconds by the sandbox's clock; null: delivered or given up. */
  dueAt: number | null;
  /** The last answer's status; null: not sent yet, or no answer. */
  status: number | null;
}

export interface RolledSecret {
  /** The secret itself. */
  id: string;
  /** `secret_key` for the account's key, or the id of a webhook endpoint. */
  owner: string;
  /** Milliseconds by the sandbox's clock. */
  expiresAt: number;
}

interface Setting {
  id: string;
  value: string;
}

/** All stored rows by kind. Objects that the API returns have the SDK's types. */
export interface Kinds {
  /** Money of the account, such as a charge. `balance_transaction` is a customer's credit. */
  account_transaction: Stripe.BalanceTransaction;
  balance_transaction: Stripe.CustomerBalanceTransaction;
  card_secret: CardSecret;
  challenge: Challenge;
  charge: Stripe.Charge;
  checkout_plan: CheckoutPlan;
  checkout_session: Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  credit_note: Stripe.CreditNote;
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  delivery: Delivery;
  discount: Stripe.Discount;
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
  promotion_code: Stripe.PromotionCode;
  refund: Stripe.Refund;
  rolled_secret: RolledSecret;
  setting: Setting;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  tax_id: Stripe.TaxId;
  tax_rate: Stripe.TaxRate;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type Kind = keyof Kinds;
