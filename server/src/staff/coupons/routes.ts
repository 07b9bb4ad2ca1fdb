import { contract } from "@manabiya/contract";
import type { StaffCoupon } from "@manabiya/contract/staff/coupons.ts";
import type Stripe from "stripe";
import { withProviderErrors } from "../../billing/provider/provider.ts";
import { instantOf } from "../../billing/sync/provider-state.ts";
import type { StaffContext } from "../context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { endCoupon, makeCoupon } from "./make-coupon.ts";
import { couponFigures } from "./queries.ts";

const FAILED = "クーポンを読み込めませんでした。もう一度お試しください。";

type Figures = Awaited<ReturnType<typeof couponFigures>>[number];

const NOT_MADE = "クーポンを作成できたか確認できませんでした。もう一度押しても、二重に作成されることはありません。";
const NOT_ENDED = "クーポンを終了できたか確認できませんでした。もう一度お試しください。";

export function adminCouponRoutes({ app, db, billing }: StaffContext): void {
  const { list, create, end } = contract.adminCoupons;

  async function read(): Promise<StaffCoupon[]> {
    const [codes, figures] = await Promise.all([
      withProviderErrors(FAILED, () =>
        billing.stripe.promotionCodes.list({ limit: 100, expand: ["data.promotion.coupon"] }),
      ),
      couponFigures(db, []),
    ]);
    return codes.data.flatMap((code) => present(code, figures) ?? []);
  }

  app.answer(list, read);

  app.answer(create, async ({ body, currentUser }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, billing.now());
    await withProviderErrors(NOT_MADE, () => makeCoupon(billing, body, currentUser.id));
    return read();
  });

  app.answer(end, async ({ params: { id }, currentUser }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, billing.now());
    await withProviderErrors(NOT_ENDED, () => endCoupon(billing, id, currentUser.id));
    return read();
  });
}

function present(code: Stripe.PromotionCode, figures: Figures[]): StaffCoupon | null {
  const { coupon } = code.promotion;
  // A coupon that was deleted in the dashboard.
  if (coupon === null || typeof coupon === "string") return null;
  const own = figures.find(({ promotion_code }) => promotion_code === code.id);
  const ends = [code.expires_at, coupon.redeem_by].filter((at) => at !== null);
  const limits = [code.max_redemptions, coupon.max_redemptions].filter((max) => max !== null);
  return {
    id: code.id,
    code: code.code,
    percent_off: coupon.percent_off,
    amount_off: coupon.amount_off,
    duration: coupon.duration,
    duration_in_months: coupon.duration_in_months,
    is_active: code.active && coupon.valid,
    expires_at: ends.length === 0 ? null : instantOf(Math.min(...ends)),
    times_redeemed: code.times_redeemed,
    max_redemptions: limits.length === 0 ? null : Math.min(...limits),
    active_contracts: own?.active_contracts ?? 0,
    first_payments: own?.first_payments ?? 0,
  };
}
