import { type Check, type Finding, lookYourself, wrong } from "./finding.ts";
import { BILLING_EMAILS, CUSTOMER_EMAILS, INVOICES, RADAR, RETRIES } from "./places.ts";

const RECEIPTS_OFF = `${CUSTOMER_EMAILS}: "Successful payments" off`;

/** A receipt number tells that Stripe has sent a receipt itself. A refund's email creates one too, and stays on. */
export const receipts: Check = {
  subject: "receipts",
  permission: "Charges and Refunds: Write",
  resources: ["charges"],
  run: async ({ stripe }) => {
    const { data } = await stripe.charges.list({ limit: 100 });
    const newest = data.find(({ status, amount_refunded }) => status === "succeeded" && amount_refunded === 0);
    const isSent = Boolean(newest?.receipt_number ?? newest?.receipt_email);
    return [
      isSent
        ? wrong(
            "receipts",
            `Stripe sent a receipt of the newest payment (${newest?.id}), so the member got two emails`,
            `${RECEIPTS_OFF}; this line goes away with the next payment`,
          )
        : lookYourself("receipts", "whether Stripe sends receipts beside ours", RECEIPTS_OFF),
    ];
  },
};

/** Settings that the API does not show. */
export const DASHBOARD_ONLY: Finding[] = [
  lookYourself(
    "last retry",
    "what happens to a subscription when every retry has failed",
    `${RETRIES}: smart retries within 1 week, then cancel the subscription`,
  ),
  lookYourself(
    "Stripe's emails",
    "whether Stripe sends emails about renewals, failed payments, expiring cards, 3-D Secure and invoices beside ours",
    `${BILLING_EMAILS}: all emails to customers off`,
  ),
  lookYourself(
    "fraud",
    "whether Radar asks risky cards for 3-D Secure, which shifts the liability for fraud to the bank, unless the payment is exempt or a renewal",
    `${RADAR}: "Request 3D Secure if 3D Secure is recommended for card" on; blocks for the highest risk and a failed CVC check on`,
  ),
  lookYourself(
    "tax rounding",
    "whether tax is rounded once per rate and invoice, as the law asks",
    `${INVOICES}: round manual tax rates after the subtotal, not per item`,
  ),
];
