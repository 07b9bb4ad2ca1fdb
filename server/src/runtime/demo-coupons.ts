import type Stripe from "stripe";

type Code = Omit<Stripe.PromotionCodeCreateParams, "promotion"> & { code: string };

/** Seconds. */
const DAY = 24 * 60 * 60;

/** Codes to try at the demo's checkout. @param now seconds since 1970 */
const coupons = (now: number): [Code, Stripe.CouponCreateParams][] => [
  [{ code: "HARU50" }, { percent_off: 50, duration: "once" }],
  [{ code: "SANKAGETSU" }, { amount_off: 500, currency: "jpy", duration: "repeating", duration_in_months: 3 }],
  [
    { code: "HONJITSU", expires_at: now + DAY },
    { percent_off: 20, duration: "forever" },
  ],
  [
    { code: "SENCHAKU1", max_redemptions: 1, restrictions: { first_time_transaction: true } },
    { percent_off: 100, duration: "once" },
  ],
];

/** Creates the demo's coupons if there are none. @param now milliseconds since 1970 */
export async function createDemoCoupons(stripe: Stripe, now: number): Promise<void> {
  if ((await stripe.promotionCodes.list({ limit: 1 })).data.length > 0) return;
  for (const [code, coupon] of coupons(Math.floor(now / 1000))) {
    const { id } = await stripe.coupons.create(coupon);
    await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, ...code });
  }
}
