import { invalidRequest } from "../errors.ts";
import { page, PAGING } from "../http/lists.ts";
import { flag, integer, metadata, number, object, oneOf, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { idOf, newId } from "../state/ids.ts";

const COUPON = {
  id: text,
  name: text,
  amount_off: integer,
  currency: oneOf("jpy"),
  percent_off: number,
  duration: oneOf("once", "repeating", "forever"),
  duration_in_months: integer,
  max_redemptions: integer,
  redeem_by: integer,
  metadata,
};

const CODE = {
  promotion: object({ type: oneOf("coupon"), coupon: text }),
  code: text,
  active: flag,
  customer: text,
  expires_at: integer,
  max_redemptions: integer,
  restrictions: object({ first_time_transaction: flag, minimum_amount: integer, minimum_amount_currency: text }),
  metadata,
};

export const promotionCodeRoutes = [
  route("POST /v1/coupons", COUPON, (world, params) => {
    if ((params.amount_off === undefined) === (params.percent_off === undefined)) {
      throw invalidRequest("You must set one of percent_off and amount_off.", { param: "percent_off" });
    }
    if (params.amount_off !== undefined) required(params.currency, "currency");
    const coupon = world.store.put("coupon", {
      id: params.id ?? newId("", 8),
      object: "coupon",
      amount_off: params.amount_off ?? null,
      created: world.seconds(),
      currency: params.currency ?? null,
      duration: params.duration ?? "once",
      duration_in_months: params.duration_in_months ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: mergeMetadata({}, params.metadata),
      name: params.name ?? null,
      percent_off: params.percent_off ?? null,
      redeem_by: params.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    });
    world.emit("coupon.created", coupon);
    return coupon;
  }),

  route("GET /v1/coupons/:id", {}, (world, _params, id) => world.need("coupon", id)),

  route("GET /v1/coupons", PAGING, (world, params) => page(world.store.all("coupon").reverse(), params, "/v1/coupons")),

  route("POST /v1/promotion_codes", CODE, (world, params) => {
    const coupon = world.need("coupon", required(params.promotion?.coupon, "promotion[coupon]"), "promotion[coupon]");
    const code = (params.code ?? newId("", 8)).toUpperCase();
    const isTaken = world.store.all("promotion_code").some((other) => other.active && other.code === code);
    if (isTaken)
      throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, { param: "code" });
    const created = world.store.put("promotion_code", {
      id: newId("promo_"),
      object: "promotion_code",
      active: params.active ?? true,
      code,
      created: world.seconds(),
      customer: params.customer ?? null,
      customer_account: null,
      expires_at: params.expires_at ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: mergeMetadata({}, params.metadata),
      promotion: { coupon: coupon.id, type: "coupon" },
      restrictions: {
        first_time_transaction: params.restrictions?.first_time_transaction ?? false,
        minimum_amount: params.restrictions?.minimum_amount ?? null,
        minimum_amount_currency: params.restrictions?.minimum_amount_currency ?? null,
      },
      times_redeemed: 0,
    });
    world.emit("promotion_code.created", created);
    return created;
  }),

  route("POST /v1/promotion_codes/:id", { active: flag, metadata }, (world, params, id) => {
    const before = world.need("promotion_code", id);
    const updated = world.store.put("promotion_code", {
      ...before,
      active: params.active ?? before.active,
      metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    });
    world.emit("promotion_code.updated", updated);
    return updated;
  }),

  route("GET /v1/promotion_codes/:id", {}, (world, _params, id) => world.need("promotion_code", id)),

  route(
    "GET /v1/promotion_codes",
    { ...PAGING, active: flag, code: text, coupon: text, customer: text },
    (world, params) => {
      const found = world.store
        .all("promotion_code")
        .filter(({ active }) => params.active === undefined || active === params.active)
        // Codes are compared without regard to case.
        .filter(({ code }) => params.code === undefined || code === params.code.toUpperCase())
        .filter(({ promotion }) => params.coupon === undefined || idOf(promotion.coupon) === params.coupon)
        .filter(({ customer }) => params.customer === undefined || idOf(customer) === params.customer);
      return page(found.reverse(), params, "/v1/promotion_codes");
    },
  ),
];
