import type { Gift } from "@manabiya/contract/billing/gifts.ts";
import { trialEnd } from "@manabiya/contract/rules/can-watch.ts";
import { addDays, addMonths, japanDay, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import { AppError, unauthorized, validationError } from "../../errors/app-error.ts";
import { findCustomer } from "../provider/customers.ts";
import type { Billing } from "../provider/provider.ts";
import { readDispute } from "../refunds/payments.ts";
import { holdsMoney } from "../refunds/dispute-texts.ts";
import { withMemberLock } from "../sync/member-lock.ts";
import { instantOf } from "../sync/provider-state.ts";
import { syncSubscription } from "../sync/sync.ts";
import { findGift, grantUntil, lockReceiver, useGift } from "./queries.ts";

const REFUSALS = {
  gift_subscribed:
    "プランをご契約中のため、このギフトは使えません。コードは有効期限まで使えますので、ほかの方にお渡しいただけます。",
  gift_used: "このギフトは、すでに使われています。",
  gift_void: "このギフトは、お支払いが取り消されたため使えません。贈った方にご確認ください。",
};

const refused = (type: keyof typeof REFUSALS) => new AppError(409, type, REFUSALS[type]);

/**
 * Lets a member watch for the months of a gift, as access that staff grant does (decisions/009).
 * @throws 400 for `code`; 409 `gift_subscribed`, `gift_used`, `gift_void`; 401 for a member who has left
 */
export async function redeemGift(billing: Billing, userId: number, code: string) {
  const { db, now } = billing;
  const [gift] = await findGift(db, [code]);
  if (!gift) throw validationError({ code: ["このギフトコードは見つかりません。入力した文字を確認してください。"] });
  return withMemberLock(db, userId, async () => {
    if (gift.redeemed_at === null) {
      if (Date.parse(gift.valid_until) <= now()) throw expired();
      await refuseSubscriber(billing, userId);
      if ((await giftPayment(billing, gift.session_id)) !== "paid") throw refused("gift_void");
    }
    return db.transaction(async (tx) => {
      const [member] = await lockReceiver(tx, [userId]);
      if (!member) throw unauthorized();
      const [used] = await useGift(tx, [code, userId, new Date(now()).toISOString()]);
      if (used) {
        const until = instantOf(endOf(member, used.months, now()) / 1000);
        await grantUntil(tx, [userId, until]);
        return { ...used, access_granted_until: until };
      }
      const [known] = await findGift(tx, [code]);
      if (known?.redeemed_at === null) throw expired();
      // The answer to the member's own call may have been lost.
      if (known?.redeemed_by !== userId || member.access_granted_until === null) throw refused("gift_used");
      return { months: known.months, access_granted_until: member.access_granted_until };
    });
  });
}

function expired(): AppError {
  return validationError({ code: ["このギフトコードは、有効期限が切れています。"] });
}

/** By the provider's word, and an unclear contract may be a running one. */
async function refuseSubscriber(billing: Billing, userId: number): Promise<void> {
  const customer = await findCustomer(billing, userId);
  const synced = customer === null ? null : await syncSubscription(billing, customer);
  if (["live", "unknown"].includes(synced?.state?.access ?? "")) throw refused("gift_subscribed");
}

/** A refund of any part makes the gift void, and so does a dispute that was not won. */
export async function giftPayment({ stripe }: Billing, session: string): Promise<NonNullable<Gift["payment"]>> {
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session, {
    expand: ["payment_intent.latest_charge"],
  });
  const charge = typeof payment_intent === "string" ? null : payment_intent?.latest_charge;
  if (!charge || typeof charge === "string" || charge.amount_refunded > 0) return "refunded";
  const dispute = await readDispute(stripe, charge);
  if (dispute === null || !holdsMoney(dispute.status)) return "paid";
  return dispute.status === "lost" ? "refunded" : "disputed";
}

type Receiver = Awaited<ReturnType<typeof lockReceiver>>[number];

/** A trial and access that runs already come first. @returns the end of a day in Japan, milliseconds since 1970 */
function endOf({ access_granted_until, subscription_status, created_at }: Receiver, months: number, now: number) {
  const trial = subscription_status === "trial" ? trialEnd(created_at) : 0;
  const start = Math.max(now + 1, Date.parse(access_granted_until ?? "1970-01-01"), trial);
  return startOfJapanDay(addDays(addMonths(japanDay(start - 1), months), 1));
}
