import { payments } from "@manabiya/contract";
import type { AppContext } from "../../http/app-context.ts";
import { countHit } from "../../limits/rate-limiter.ts";
import { countGuesses } from "../checkout/coupon-limit.ts";
import { type Billing, withProviderErrors } from "../provider/provider.ts";
import { createGiftCheckout } from "./create-gift-checkout.ts";
import { listGifts } from "./queries.ts";
import { redeemGift } from "./redeem-gift.ts";
import { grouped } from "./settle-gift.ts";

const FAILED = {
  create: "お申し込みの手続きを始められませんでした。もう一度お試しください。",
  redeem: "ギフトを使えたか確認できませんでした。もう一度押しても、二重に使われることはありません。",
};

export function giftRoutes(app: AppContext["app"], billing: Billing): void {
  const { db, now } = billing;
  const { list, create, redeem } = payments.gifts;

  app.route({
    ...list,
    handler: async ({ currentUser }) =>
      (await listGifts(db, [currentUser.id])).map((gift) => ({ ...gift, code: grouped(gift.code) })),
  });

  app.route({
    ...create,
    handler: async ({ currentUser, body }) => {
      await countHit(db, "billingOperation", { member: currentUser.id }, now());
      return withProviderErrors(FAILED.create, () => createGiftCheckout(billing, currentUser, body));
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
