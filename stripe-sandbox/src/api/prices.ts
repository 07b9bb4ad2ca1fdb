import type Stripe from "stripe";
import { decimal } from "../engine/catalogue.ts";
import { invalidRequest } from "../errors.ts";
import { page, PAGING } from "../http/lists.ts";
import { clearable, flag, integer, list, metadata, object, oneOf, type Read, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

const PRICE = {
  currency: oneOf("jpy", "usd"),
  product: text,
  unit_amount: integer,
  recurring: object({
    interval: oneOf("day", "week", "month", "year"),
    interval_count: integer,
    usage_type: oneOf("licensed"),
  }),
  lookup_key: text,
  transfer_lookup_key: flag,
  nickname: text,
  active: flag,
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified"),
  billing_scheme: oneOf("per_unit"),
  metadata,
};

export const priceRoutes = [
  route("POST /v1/prices", PRICE, (world, params) => {
    const product = world.need("product", required(params.product, "product"), "product");
    const amount = required(params.unit_amount, "unit_amount");
    if (amount < 0) throw invalidRequest("Invalid non-negative integer", { param: "unit_amount" });
    required(params.currency, "currency");
    takeLookupKey(world, params.lookup_key, params.transfer_lookup_key ?? false);
    const price = newPrice(world, { ...params, product: product.id, unit_amount: amount });
    world.emit("price.created", price);
    return price;
  }),

  route("GET /v1/prices/:id", {}, (world, _params, id) => world.need("price", id)),

  route(
    "POST /v1/prices/:id",
    {
      active: PRICE.active,
      lookup_key: PRICE.lookup_key,
      transfer_lookup_key: flag,
      nickname: clearable(text),
      metadata,
      tax_behavior: PRICE.tax_behavior,
    },
    (world, params, id) => {
      const before = world.need("price", id);
      if (params.lookup_key !== before.lookup_key) {
        takeLookupKey(world, params.lookup_key, params.transfer_lookup_key ?? false);
      }
      const price = world.store.put("price", {
        ...before,
        active: params.active ?? before.active,
        lookup_key: params.lookup_key ?? before.lookup_key,
        nickname: params.nickname === undefined ? before.nickname : params.nickname,
        metadata: mergeMetadata(before.metadata, params.metadata),
        tax_behavior: params.tax_behavior ?? before.tax_behavior,
      });
      world.emit("price.updated", price);
      return price;
    },
  ),

  route(
    "GET /v1/prices",
    {
      ...PAGING,
      active: flag,
      lookup_keys: list(text),
      product: text,
      currency: oneOf("jpy"),
      type: oneOf("one_time", "recurring"),
    },
    (world, params) => {
      const found = world.store
        .all("price")
        .filter((price) => params.active === undefined || price.active === params.active)
        .filter((price) => params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? ""))
        .filter((price) => params.product === undefined || price.product === params.product)
        .filter((price) => params.type === undefined || price.type === params.type);
      return page(found.reverse(), params, "/v1/prices");
    },
  ),
];

type NewPrice = Omit<Read<typeof PRICE>, "product" | "unit_amount"> & { product: string; unit_amount: number };

/** Stores a price. */
export function newPrice(world: World, given: NewPrice): Stripe.Price {
  const { recurring, unit_amount } = given;
  return world.store.put("price", {
    id: newId("price_"),
    object: "price",
    active: given.active ?? true,
    billing_scheme: "per_unit",
    created: world.seconds(),
    currency: given.currency ?? "jpy",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring:
      recurring === undefined
        ? null
        : {
            interval: required(recurring.interval, "recurring[interval]"),
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: "licensed",
          },
    tax_behavior: given.tax_behavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === undefined ? "one_time" : "recurring",
    unit_amount,
    unit_amount_decimal: decimal(unit_amount),
  });
}

/** A lookup key belongs to one price and moves only with `transfer_lookup_key`. */
function takeLookupKey(world: World, key: string | undefined, transfers: boolean): void {
  if (key === undefined) return;
  const holder = world.store.all("price").find((price) => price.lookup_key === key);
  if (holder === undefined) return;
  if (!transfers) {
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: "lookup_key" });
  }
  world.store.put("price", { ...holder, lookup_key: null });
}
