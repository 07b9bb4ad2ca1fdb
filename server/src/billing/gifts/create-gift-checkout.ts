import { giftPrice } from "@manabiya/contract/rules/gifts.ts";
import { unauthorized } from "../../http/app-error.ts";
import { beginSession, customerInSync, findMember, fits, refuseWithoutLegalPages } from "../checkout/checkout.ts";
import { setAttemptSession } from "../checkout/attempts.ts";
import { priceChanged } from "../prices/shown-price.ts";
import { openSessions } from "../provider/customers.ts";
import type { Billing } from "../provider/provider.ts";
import { withMemberLock } from "../sync/member-lock.ts";

interface GiftOrder {
  months: number;
  /** Yen including tax, as the confirmation showed it. */
  price: number;
}

/**
 * Begins the checkout of a gift or returns the open one, so that a double click creates no other. Gifts are sold by the
 * month at the price of the monthly plan.
 * @throws 409 `sales_closed`, `price_changed`; 401 for a member who has left
 */
export function createGiftCheckout(
  billing: Billing,
  user: { id: number; email: string },
  { months, price }: GiftOrder,
): Promise<{ url: string; session_id: string }> {
  const { db, stripe, site, catalogue, now } = billing;
  return withMemberLock(db, user.id, async () => {
    if ((await findMember(db, [user.id])).length === 0) throw unauthorized();
    refuseWithoutLegalPages(billing);
    const { customer } = await customerInSync(billing, user);
    const { monthly } = await catalogue.pricesAt(now());
    if (giftPrice(monthly, months) !== price) throw priceChanged();
    const order = {
      plan: "monthly" as const,
      successUrl: `${site.publicUrl}/gift/complete?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site.publicUrl}/gift`,
      giftMonths: months,
      promotion: null,
      priceId: await catalogue.price("monthly"),
    };
    const open = (await openSessions(stripe, customer)).find((session) => fits(billing, session, order));
    if (!open?.url) return beginSession(billing, user.id, customer, order);
    // The answer that named the session may have been lost.
    await setAttemptSession(db, open.metadata?.["attempt_id"] ?? null, open.id);
    return { url: open.url, session_id: open.id };
  });
}
