import type Stripe from "stripe";
import { moveBalance } from "../engine/customers.ts";
import { paymentsOf } from "../engine/payments.ts";
import { refundCharge } from "../engine/refunds.ts";
import { invalidRequest } from "../errors.ts";
import { inRange, listOf, page, PAGING } from "../http/lists.ts";
import { integer, metadata, oneOf, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { idOf, newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

const CREATE = {
  invoice: text,
  amount: integer,
  refund_amount: integer,
  credit_amount: integer,
  reason: oneOf("duplicate", "fraudulent", "order_change", "product_unsatisfactory"),
  memo: text,
  email_type: oneOf("credit_note", "none"),
  metadata,
};

export const creditNoteRoutes = [
  route("POST /v1/credit_notes", CREATE, (world, params) => {
    const invoice = world.need("invoice", required(params.invoice, "invoice"), "invoice");
    const amount = required(params.amount, "amount");
    const { refund_amount: toCard = 0, credit_amount: toBalance = 0 } = params;
    if (invoice.status !== "paid")
      throw invalidRequest("This sandbox credits paid invoices only.", { param: "invoice" });
    const left = invoice.total - invoice.post_payment_credit_notes_amount;
    if (amount < 1 || amount > left) {
      throw invalidRequest(`The sum of credit amounts exceeds the amount that is left (¥${left}).`, {
        param: "amount",
      });
    }
    if (toCard + toBalance !== amount) {
      throw invalidRequest("The sum of refund_amount and credit_amount must equal amount.", { param: "refund_amount" });
    }
    const customer = idOf(invoice.customer) ?? "";
    const data = mergeMetadata({}, params.metadata);
    const refunds =
      toCard === 0
        ? []
        : [refundCharge(world, chargeOf(world, invoice), { amount: toCard, reason: null, metadata: data })];
    const moved =
      toBalance === 0 ? null : moveBalance(world, customer, -toBalance, "credit_note", invoice.id, { metadata: data });
    world.store.put("invoice", {
      ...invoice,
      post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
    });
    const id = newId("cn_");
    const tax = Math.round((amount * taxOf(invoice)) / invoice.total);
    const count = world.store.all("credit_note").filter((note) => note.invoice === invoice.id).length;
    const note = world.store.put("credit_note", {
      id,
      object: "credit_note",
      amount,
      amount_shipping: 0,
      created: world.seconds(),
      currency: invoice.currency,
      customer,
      customer_account: null,
      customer_balance_transaction: moved?.id ?? null,
      discount_amount: 0,
      discount_amounts: [],
      effective_at: world.seconds(),
      invoice: invoice.id,
      lines: listOf([], `/v1/credit_notes/${id}/lines`),
      livemode: false,
      memo: params.memo ?? null,
      metadata: data,
      number: `${invoice.number ?? "SANDBOX"}-CN-${String(count + 1).padStart(2, "0")}`,
      out_of_band_amount: null,
      pdf: `${world.settings.publicUrl}/sandbox/stripe/credit/${id}`,
      post_payment_amount: amount,
      pre_payment_amount: 0,
      pretax_credit_amounts: [],
      reason: params.reason ?? null,
      refunds: refunds.map((refund) => ({
        amount_refunded: refund.amount,
        payment_record_refund: null,
        refund: refund.id,
        type: "refund",
      })),
      shipping_cost: null,
      status: "issued",
      subtotal: amount - tax,
      subtotal_excluding_tax: amount - tax,
      total: amount,
      total_excluding_tax: amount - tax,
      total_taxes: (invoice.total_taxes ?? []).map((given) => ({
        ...given,
        amount: tax,
        taxable_amount: amount - tax,
      })),
      type: "post_payment",
      voided_at: null,
    });
    world.emit("credit_note.created", note);
    return note;
  }),

  route("GET /v1/credit_notes/:id", {}, (world, _params, id) => world.need("credit_note", id)),

  route("GET /v1/credit_notes", { ...PAGING, invoice: text, customer: text, created: range }, (world, params) => {
    const found = world.store
      .all("credit_note")
      .filter(({ invoice }) => params.invoice === undefined || invoice === params.invoice)
      .filter(({ customer }) => params.customer === undefined || customer === params.customer)
      .filter(({ created }) => inRange(created, params.created));
    return page(found.reverse(), params, "/v1/credit_notes");
  }),
];

const taxOf = ({ total, total_excluding_tax }: Stripe.Invoice): number => total - (total_excluding_tax ?? total);

function chargeOf(world: World, invoice: Stripe.Invoice): Stripe.Charge {
  const payment = paymentsOf(world, invoice.id).find(({ status }) => status === "paid");
  const intent = world.store.get("payment_intent", idOf(payment?.payment.payment_intent ?? null) ?? "");
  const charge = world.store.get("charge", idOf(intent?.latest_charge ?? null) ?? "");
  if (charge === undefined) throw invalidRequest("The invoice was not paid by card.", { param: "refund_amount" });
  return charge;
}
