import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { call } from "../route.ts";
import { monthsFree } from "../rules/prices.ts";
import { Instant } from "../text.ts";
import { conflictWith, Revision } from "../staff/conflict.ts";

/** Yen without tax. */
export const PRICE_LIMITS = { monthly: { min: 100, max: 100_000 }, yearly: { min: 1000, max: 1_000_000 } };

/** Days between the notice to members and their first charge at another price. */
export const NOTICE_DAYS = 30;

const amount = (plan: keyof typeof PRICE_LIMITS, label: string) => {
  const { min, max } = PRICE_LIMITS[plan];
  const error = `${label}は、${min.toLocaleString("ja-JP")}〜${max.toLocaleString("ja-JP")}円の整数で入力してください。`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
};

/** A day in Japan. */
const day = (error: string, example: string) =>
  z.nullable(
    z.string({ error }).check(z.iso.date({ error }), z.regex(/^2/, { error }), z.meta({ examples: [example] })),
  );

export const PriceListForm = z
  .object({
    monthly: amount("monthly", "月額プランの料金"),
    yearly: amount("yearly", "年額プランの料金"),
    /** Null: from now. */
    starts_on: day("開始日を選択してください。", "2099-01-01"),
    /** Null: members keep their price. Otherwise the first renewal on or after this day has the new price. */
    moves_on: day("ご契約中の会員の料金が変わる日を選択してください。", "2099-03-01"),
  })
  .check(
    acrossFields(
      ({ monthly, yearly }) =>
        typeof monthly !== "number" || typeof yearly !== "number" || monthsFree({ monthly, yearly }) > 0,
      { path: "yearly", error: "年額プランは、月額プランの12か月分より安くしてください（月額の11.9倍まで）。" },
    ),
  );
export type PriceListForm = z.infer<typeof PriceListForm>;

/** Prices that the operator entered, in yen without tax. */
export const PriceList = z.object({
  /** Counts from 1; 0: the standard prices. */
  revision: z.int(),
  monthly: z.int(),
  yearly: z.int(),
  /** Null: since the beginning. */
  starts_at: z.nullable(Instant),
  /** Null: existing members keep their price. */
  moves_at: z.nullable(Instant),
  withdrawn_at: z.nullable(Instant),
  /** False: the card provider gave no answer yet. The list holds only when it is made. */
  is_made: z.boolean(),
  /** Members who were told of this price, and those of them who have it. */
  told: z.int(),
  moved: z.int(),
});
export type PriceList = z.infer<typeof PriceList>;

const PriceScreen = z.object({
  current: PriceList,
  /** Of the newest list, withdrawn ones included. */
  revision: z.int(),
  /** Lists that start later, and one that is not made. */
  next: z.array(PriceList),
  /** The newest first. */
  earlier: z.array(PriceList),
});
export type PriceScreen = z.infer<typeof PriceScreen>;

export const adminPrices = {
  read: call("Read the prices of the plans", { response: { 200: PriceScreen } }),
  /** 400 `price_scheduled` while another list waits for its day. A repeated call finishes a list that is not made. */
  create: call("Enter new prices of the plans", {
    body: z.extend(PriceListForm, { revision: Revision }),
    response: { 200: PriceScreen, 409: conflictWith(PriceScreen) },
    errors: [400],
  }),
  /** 409 `price_started` when it holds already. */
  withdraw: call("Withdraw prices before their day", {
    params: z.object({
      revision: z.coerce
        .number({ error: "revisionが正しくありません。" })
        .check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1)),
    }),
    response: { 200: PriceScreen },
    errors: [404, 409],
  }),
};
