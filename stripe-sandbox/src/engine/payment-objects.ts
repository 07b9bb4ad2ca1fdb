import type Stripe from "stripe";
import type { Decline } from "../errors.ts";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { moveMoney } from "../state/account-transactions.ts";

/** The payment intent of an invoice, shared by all its attempts, and the invoice payment that links both. */
export function createIntent(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const id = newId("pi_");
  const intent = world.store.put("payment_intent", {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${newId("")}`,
    confirmation_method: "automatic",
    created: world.seconds(),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: invoice.payment_settings.payment_method_types ?? ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
  });
  world.store.put("invoice_payment", {
    id: newId("inpay_"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.seconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
}

/** One attempt to charge a card. @param decline null: it succeeded */
export function createCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  paymentMethod: string,
  decline: Decline | null,
): Stripe.Charge {
  const method = world.need("payment_method", paymentMethod, "payment_method");
  const id = newId("ch_");
  const { amount } = intent;
  const moved = decline === null ? moveMoney(world, { type: "charge", category: "charge", amount, source: id }) : null;
  return world.store.put("charge", {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline === null ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: moved?.id ?? null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: decline === null,
    created: world.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: paymentMethod,
    payment_method_details: detailsOf(method),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline === null ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  });
}

function detailsOf({ card, type }: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails | null {
  if (type === "konbini") return { type, konbini: { store: { chain: "lawson" } } };
  if (type === "customer_balance") return { type, customer_balance: {} };
  if (card === undefined) return null;
  const { brand, last4, exp_month, exp_year, country, fingerprint, funding } = card;
  return {
    type: "card",
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks: null,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_token: null,
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
