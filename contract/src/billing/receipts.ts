import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant, normalizeName, reformed, text } from "../text.ts";

export const BILLING_NAME_MAX = 100;

/** A document of the card provider. Amounts include tax; those of a credit are negative. */
export const BillingDocument = z.object({
  id: z.string(),
  /** `credit`: a refund, or an invoice whose unused period exceeds its charge. */
  kind: z.enum(["receipt", "credit"]),
  number: z.string(),
  issued_at: Instant,
  /** Of the first line, such as a plan's name. */
  description: z.string(),
  total: z.int(),
  /** Contained in `total`. */
  tax: z.int(),
  /** Charged to the card or refunded to it. The rest of `total` is the customer's balance. */
  paid: z.int(),
  /** Such as "jpy". */
  currency: z.optional(z.string()),
  /** The provider's PDF. The link is valid for at least ten days. */
  pdf: z.nullable(z.string()),
});
export type BillingDocument = z.infer<typeof BillingDocument>;

export const BillingYear = z.object({
  year: z.int(),
  /** The years since the member became a customer, newest first. */
  years: z.array(z.int()),
  /** Newest first. */
  documents: z.array(BillingDocument),
  /** Yen of the year, with refunds and disputes that have no document. */
  total: z.int(),
  tax: z.int(),
  paid: z.int(),
  /** 宛名: the name on later documents. Empty: none, they show the email address. */
  name: z.string(),
  /** The seller's registration number; empty: none. */
  invoice_number: z.string(),
});
export type BillingYear = z.infer<typeof BillingYear>;

const YEAR = "年が正しくありません。";

export const Year = z.coerce
  .number({ error: YEAR })
  .check(z.int({ error: YEAR }), z.gte(2000, YEAR), z.lte(2200, YEAR));

/** Control characters and changes of the writing direction could falsify a printed line. Emoji need their joiners. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

export const NameBody = z.object({
  name: z.pipe(
    reformed("宛名", { max: BILLING_NAME_MAX }, normalizeName).check(
      z.refine((value) => !UNPRINTABLE.test(value), { error: "使用できない文字が含まれています。", abort: true }),
    ),
    text("宛名", { min: 0, max: BILLING_NAME_MAX }),
  ),
});

export const receipts = {
  /** Years are those of Japan. Default: the running one. */
  list: call("List the receipts and credit notes of a year", {
    querystring: z.object({ year: z.optional(Year) }),
    response: { 200: BillingYear },
    errors: [429],
  }),
  /** Documents that exist keep their name. */
  setName: call("Set the name on later receipts", {
    body: NameBody,
    response: { 200: z.object({ name: z.string() }) },
    errors: [409, 429],
  }),
};
