import { randomUUID } from "node:crypto";
import { addDays, startOfJapanDay } from "@manabiya/contract/rules/japan-day.ts";
import { formatYen, taxText } from "@manabiya/contract/rules/prices.ts";
import type { CouponForm } from "@manabiya/contract/staff/coupons.ts";
import Stripe from "stripe";
import { lockStaff, requireRights } from "../../accounts/administrators.ts";
import { recordChange } from "../../audit/record.ts";
import { tooLittleLeft } from "../../billing/checkout/coupon.ts";
import { PLANS, PURPOSE } from "../../billing/provider/catalogue.ts";
import { type Billing, isMissing, isSavedFailure } from "../../billing/provider/provider.ts";
import { notFound, validationError } from "../../errors/app-error.ts";
import { isLogged } from "./queries.ts";

/**
 * Makes a coupon and its code at the provider, once per request id. A failure that the provider stored under the first
 * keys is passed with another key, after a look at what exists.
 * @param by the staff member's id
 * @throws 400 for `code`, `off`, `until`
 */
export async function makeCoupon(
  billing: Billing,
  { request_id, ...form }: CouponForm & { request_id: string },
  by: number,
): Promise<void> {
  const { stripe, catalogue, site, now } = billing;
  // The log has another "duration", that of videos.
  const { duration: discount_duration, ...others } = form;
  const logged = { ...others, discount_duration };
  const { known, isTaken } = await lookUp(stripe, { code: form.code, request_id });
  if (known) return log(billing, "coupon.create", { promotion: known, by, logged });
  if (isTaken) throw codeTaken();
  const end = form.until === null ? null : startOfJapanDay(addDays(form.until, 1));
  if (end !== null && end <= now()) throw validationError({ until: ["今日以降の日を選択してください。"] });
  const prices = await catalogue.pricesAt(now());
  const left = PLANS.map((plan) => tooLittleLeft(prices, plan, reductionOf(form))).find((each) => each !== null);
  if (left !== undefined) {
    const reason = "カードで支払えるのは50円からです。0円になる割引は作成できます。";
    const message = taxText(site, `お支払い額が${formatYen(left)}（税込）になるプランがあります。${reason}`);
    throw validationError({ off: [message] });
  }
  const promotion = await create(stripe, { ...form, end, request_id });
  await log(billing, "coupon.create", { promotion, by, logged });
}

const reductionOf = ({ unit, off }: Pick<CouponForm, "unit" | "off">) =>
  unit === "percent" ? { percent_off: off } : { amount_off: off, currency: "jpy" };

/** The code at the provider now. `known`: an earlier request with the same id made it. */
async function lookUp(stripe: Stripe, { code, request_id }: Pick<NewCoupon, "code" | "request_id">) {
  const { data } = await stripe.promotionCodes.list({ code, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.["request_id"] === request_id);
  return { known, isTaken: data.some(({ active }) => active) };
}

interface NewCoupon extends CouponForm {
  /** The first instant without it, milliseconds since 1970. */
  end: number | null;
  request_id: string;
}

async function create(stripe: Stripe, given: NewCoupon, key = given.request_id): Promise<Stripe.PromotionCode> {
  const { name, code, duration, months, max_redemptions, first_time, end } = given;
  const metadata = { request_id: given.request_id, [PURPOSE]: "coupon" };
  try {
    const { id: coupon } = await stripe.coupons.create(
      {
        name,
        metadata,
        duration,
        ...reductionOf(given),
        ...(duration === "repeating" && months !== null && { duration_in_months: months }),
      },
      { idempotencyKey: `coupon-${key}` },
    );
    return await stripe.promotionCodes.create(
      {
        promotion: { type: "coupon", coupon },
        code,
        metadata,
        ...(max_redemptions !== null && { max_redemptions }),
        ...(end !== null && { expires_at: end / 1000 }),
        restrictions: { first_time_transaction: first_time },
      },
      { idempotencyKey: `code-${key}` },
    );
  } catch (error) {
    if (isSavedFailure(error) && key === given.request_id) {
      return (await lookUp(stripe, given)).known ?? create(stripe, given, randomUUID());
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.param === "code") {
      const { known } = await lookUp(stripe, given);
      if (known) return known;
      throw codeTaken();
    }
    if (error.param === "expires_at") throw validationError({ until: ["最終日を、より早い日付にしてください。"] });
    throw error;
  }
}

function codeTaken(): Error {
  return validationError({ code: ["このコードは、すでに使われています。別のコードを入力してください。"] });
}

/** Ends new orders. @param id of the promotion code @throws 404 */
export async function endCoupon(billing: Billing, id: string, by: number): Promise<void> {
  const { stripe } = billing;
  try {
    const promotion = await stripe.promotionCodes.update(id, { active: false });
    await log(billing, "coupon.end", { promotion, by, logged: {} });
  } catch (error) {
    throw isMissing(error) ? notFound("クーポン") : error;
  }
}

/** Once for each code, also after a lost answer: the staff's lock makes parallel requests wait. */
async function log(
  { db, now }: Billing,
  action: "coupon.create" | "coupon.end",
  { promotion: { id, code }, by, logged }: { promotion: Stripe.PromotionCode; by: number; logged: object },
): Promise<void> {
  await db.transaction(async (tx) => {
    requireRights(await lockStaff(tx), by, ["staff.money"]);
    if ((await isLogged(tx, [action, id])).length > 0) return;
    await recordChange(tx, { by, action, id: 0, after: { ...logged, code, promotion_code: id } }, now());
  });
}
