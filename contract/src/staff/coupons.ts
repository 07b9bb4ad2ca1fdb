import * as z from "zod/mini";
import { call } from "../route.ts";
import { Instant } from "../text.ts";

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

export const adminCoupons = {
  /** The newest 100. */
  list: call("List coupons with their figures", { response: { 200: z.array(StaffCoupon) } }),
};
