import * as z from "zod/mini";
import { acrossFields } from "../across-fields.ts";
import { call } from "../route.ts";
import { day, Instant, name, opaque } from "../text.ts";

/** A promotion code of the card provider with our figures. Members who have left are not counted by us. */
export const StaffCoupon = z.object({
  /** The provider's id: one text can have several codes, one after the other. */
  id: z.string(),
  code: z.string(),
  /** One of both. */
  percent_off: z.nullable(z.number()),
  amount_off: z.nullable(z.int()),
  /** "once", "repeating" or "forever". */
  duration: z.string(),
  duration_in_months: z.nullable(z.int()),
  is_active: z.boolean(),
  /** Null: without end. */
  expires_at: z.nullable(Instant),
  /** By the provider's count. */
  times_redeemed: z.int(),
  max_redemptions: z.nullable(z.int()),
  /** Members whose latest order with this code still runs. */
  active_contracts: z.int(),
  /** Yen including tax, without renewals. */
  first_payments: z.int(),
});
export type StaffCoupon = z.infer<typeof StaffCoupon>;

const count = (label: string, max: number) => {
  const error = `${label}は、1〜${max.toLocaleString("ja-JP")}の整数で入力してください。`;
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error }));
};

const CODE = "コードは、半角の英字・数字・ハイフンだけで入力してください。";

/** A new code as staff enter it. */
export const CouponForm = z
  .object({
    /** Members see it on invoices. The provider accepts 40 characters. */
    name: name("名前", { max: 40 }),
    /** In the characters that the provider accepts. */
    code: z.pipe(name("コード", { max: 50 }), z.string().check(z.regex(/^[A-Za-z0-9-]+$/, { error: CODE }))),
    unit: z.enum(["percent", "yen"], { error: "割引の種類を選択してください。" }),
    /** Percent, or yen without tax. */
    off: count("割引", 1_000_000),
    duration: z.enum(["once", "repeating", "forever"], { error: "割引の期間を選択してください。" }),
    /** Only for "repeating". */
    months: z.nullable(count("割引の月数", 36)),
    /** Null: no limit. */
    max_redemptions: z.nullable(count("利用回数の上限", 1_000_000)),
    first_time: z.boolean({ error: "first_timeが正しくありません。" }),
    /** The last day in Japan. Null: no end. */
    until: z.nullable(day("最終日を選択してください。")),
  })
  .check(
    acrossFields(({ unit, off }) => unit !== "percent" || typeof off !== "number" || off <= 100, {
      path: "off",
      error: "割引率は、1〜100の整数で入力してください。",
    }),
    acrossFields(({ duration, months }) => duration !== "repeating" || months !== null, {
      path: "months",
      error: "割引の月数を入力してください。",
    }),
  );
export type CouponForm = z.infer<typeof CouponForm>;

const response = { 200: z.array(StaffCoupon) };

export const adminCoupons = {
  /** The newest 100. */
  list: call("List coupons with their figures", { response }),
  /** Once per request id, whatever is lost or repeated. */
  create: call("Make a coupon with its code at the card provider", {
    body: z.extend(CouponForm, { request_id: z.uuid({ error: "request_idが正しくありません。" }) }),
    response,
  }),
  /** Running contracts keep their discount. */
  end: call("End new orders with a code", { params: z.object({ id: opaque("id", { max: 200 }) }), response }),
};
