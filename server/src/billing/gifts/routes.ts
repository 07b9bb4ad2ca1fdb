import { payments } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { createCheckout } from "../checkout/checkout.ts";
import { countGuesses } from "../checkout/coupon-limit.ts";
import { type Billing, withProviderErrors } from "../provider/provider.ts";
import { listGifts } from "./queries.ts";
import { redeemGift } from "./redeem-gift.ts";
import { grouped, validUntil } from "./settle-gift.ts";

const FAILED = {
  create: "お申し込みの手続きを始められませんでした。もう一度お試しください。",
  redeem: "ギフトを使えたか確認できませんでした。もう一度押しても、二重に使われることはありません。",
};

export function giftRoutes(app: AppContext["app"], billing: Billing): void {
  const { db, site, now } = billing;
  const { list, create, redeem } = payments.gifts;

  app.route({
    ...list,
    handler: async ({ currentUser }) => {
      const bought = await listGifts(db, [currentUser.id]);
      const gifts = bought.map((gift) => ({
        ...gift,
        code: grouped(gift.code),
        is_open: gift.redeemed_at === null && Date.parse(gift.valid_until) > now(),
      }));
      return { gifts, valid_until: validUntil(now()) };
    },
  });

  app.route({
    ...create,
    handler: async ({ currentUser, body }) => {
      await countHit(db, "billingOperation", { member: currentUser.id }, now());
      // Gifts are sold by the month at the price of the monthly plan.
      const order = {
        plan: "monthly" as const,
        giftMonths: body.months,
        price: body.price,
        successUrl: `${site.publicUrl}/gift/complete?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${site.publicUrl}/gift`,
      };
      return withProviderErrors(FAILED.create, () => createCheckout(billing, currentUser, order));
    },
  });

  app.route({
    ...redeem,
    handler: async ({ currentUser, body: { code }, ip }) => {
      await countHit(db, "billingOperation", { member: currentUser.id }, now());
      const work = () => withProviderErrors(FAILED.redeem, () => redeemGift(billing, currentUser.id, code));
      return countGuesses(billing, { member: currentUser.id, ip }, work);
    },
  });
}
