import type Stripe from "stripe";
import { endDispute, openDispute } from "./disputes.ts";
import { newCard } from "./api/payment-methods.ts";
import { settleAsync } from "./engine/checkout.ts";
import { collect } from "./engine/collect.ts";
import { issueInvoice, markUncollectible } from "./engine/invoices.ts";
import { setDefaultTaxIds } from "./state/default-tax-ids.ts";
import { idOf, newId } from "./state/ids.ts";
import type { World } from "./state/world.ts";

/** Later events that a cardholder or a bank causes. */
export interface Simulator {
  /** Settles or fails a delayed payment. */
  settleAsyncPayment: (session: string, isPaid: boolean) => void;
  /** The card is valid to the end of this month; later charges are declined. @param month 1 to 12 */
  setExpiry: (paymentMethod: string, month: number, year: number) => void;
  /** The cardholder disputes a charge. */
  dispute: (charge: string) => Stripe.Dispute;
  /** The operator sells something once, with an invoice of their own. @param card null: the invoice stays open */
  sellOnce: (customer: string, price: string, card: string | null) => Stripe.Invoice;
  /** The operator gives up an open invoice. It can still be paid. */
  markUncollectible: (invoice: string) => Stripe.Invoice;
  /** The card's bank warns of a charge that the cardholder did not make. */
  warnOfFraud: (charge: string) => Stripe.Radar.EarlyFraudWarning;
  /** The card's bank sends a refund back. */
  failRefund: (refund: string) => Stripe.Refund;
  closeDispute: (dispute: string, status: "won" | "lost") => Stripe.Dispute;
  /** The operator chooses the tax ids of all later invoices in the dashboard. */
  setDefaultTaxIds: (taxIds: string[]) => void;
}

export function createSimulator(world: World, settle: () => void): Simulator {
  const work = <T>(act: () => T): T => {
    settle();
    return world.transact(null, act);
  };
  return {
    settleAsyncPayment: (session, isPaid) => work(() => settleAsync(world, session, isPaid)),
    setExpiry: (id, exp_month, exp_year) =>
      work(() => {
        const method = world.need("payment_method", id);
        if (method.card === undefined) throw new Error("Only cards expire.");
        const changed = { ...method, card: { ...method.card, exp_month, exp_year } };
        world.emit("payment_method.updated", world.store.put("payment_method", changed), { card: method.card });
      }),
    dispute: (charge) => work(() => openDispute(world, charge, "general")),
    sellOnce: (customer, price, card) =>
      work(() => {
        const invoice = issueInvoice(world, saleOf(world, customer, price));
        if (card !== null) collect(world, invoice, newCard(world, card).id, "on_session");
        return world.need("invoice", invoice.id);
      }),
    markUncollectible: (id) => work(() => markUncollectible(world, world.need("invoice", id))),
    warnOfFraud: (id) =>
      work(() => {
        const charge = world.need("charge", id);
        const warning: Stripe.Radar.EarlyFraudWarning = {
          id: newId("issfr_"),
          object: "radar.early_fraud_warning",
          actionable: true,
          charge: charge.id,
          created: world.seconds(),
          fraud_type: "unauthorized_use_of_card",
          livemode: false,
          payment_intent: idOf(charge.payment_intent) ?? "",
        };
        world.emit("radar.early_fraud_warning.created", warning);
        return warning;
      }),
    failRefund: (id) =>
      work(() => {
        const failed = { ...world.need("refund", id), status: "failed", failure_reason: "lost_or_stolen_card" };
        world.emit("refund.failed", world.store.put("refund", failed));
        return failed;
      }),
    setDefaultTaxIds: (ids) => work(() => setDefaultTaxIds(world.store, ids)),
    closeDispute: (id, status) => work(() => endDispute(world, id, status)),
  };
}

function saleOf(world: World, customer: string, id: string): Parameters<typeof issueInvoice>[1] {
  const price = world.need("price", id);
  const period = { start: world.seconds(), end: world.seconds() };
  const amount = price.unit_amount ?? 0;
  const of = { subscription: null, subscriptionItem: "", taxRates: [], isProration: false };
  const lines = [{ price, quantity: 1, amount, period, ...of }];
  return { customer: world.needCustomer(customer), subscription: null, reason: "manual", lines, period };
}
