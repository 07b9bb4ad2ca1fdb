import { contract } from "@manabiya/contract";
import type { TypedFastify } from "../../http/route-context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { createCheckout } from "../checkout/checkout.ts";
import { countGuesses } from "../checkout/coupon-limit.ts";
import { type Billing, withProviderErrors } from "../provider/provider.ts";
import { listGifts } from "./queries.ts";
import { giftPayment, redeemGift } from "./redeem-gift.ts";
import { grouped, validUntil } from "./settle-gift.ts";

const FAILED = {
  list: "ギフトを読み込めませんでした。",
  create: "お申し込みの手続きを始められませんでした。もう一度お試しください。",
  redeem: "ギフトを使えたか確認できませんでした。もう一度押しても、二重に使われることはありません。",
};

export function giftRoutes(app: TypedFastify, billing: Billing): void {
  const { db, site, now } = billing;
  const { list, create, redeem } = contract.gifts;

  app.answer(list, async ({ currentUser }) => {
    await countHit(db, "billingRead", { member: currentUser.id }, now());
    const bought = await listGifts(db, [currentUser.id]);
    const present = async (gift: (typeof bought)[number]) => {
      const isUnused = gift.redeemed_at === null;
      const payment = isUnused ? await giftPayment(billing, gift.session_id) : undefined;
      const is_open = payment === "paid" && Date.parse(gift.valid_until) > now();
      return { ...gift, ...(payment && { payment }), code: grouped(gift.code), is_open };
    };
    const gifts = await withProviderErrors(FAILED.list, () => Promise.all(bought.map(present)));
    return { gifts, valid_until: validUntil(now()) };
  });

  app.answer(create, async ({ currentUser, body }) => {
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
  });

  app.answer(redeem, async ({ currentUser, body: { code }, ip }) => {
    await countHit(db, "billingOperation", { member: currentUser.id }, now());
    const work = () => withProviderErrors(FAILED.redeem, () => redeemGift(billing, currentUser.id, code));
    return countGuesses(billing, { member: currentUser.id, ip }, work);
  });
}
