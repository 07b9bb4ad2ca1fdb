import type Stripe from "stripe";
import { inRange, page, PAGING } from "../http/lists.ts";
import { flag, metadata, number, oneOf, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";

const TAX_RATE = {
  display_name: text,
  inclusive: flag,
  percentage: number,
  active: flag,
  country: text,
  description: text,
  jurisdiction: text,
  tax_type: oneOf("jct", "vat", "sales_tax"),
  metadata,
};

export const taxRateRoutes = [
  route("POST /v1/tax_rates", TAX_RATE, (world, params) => {
    const percentage = required(params.percentage, "percentage");
    const rate: Stripe.TaxRate = {
      id: newId("txr_"),
      object: "tax_rate",
      active: params.active ?? true,
      country: params.country ?? null,
      created: world.seconds(),
      description: params.description ?? null,
      display_name: required(params.display_name, "display_name"),
      effective_percentage: percentage,
      flat_amount: null,
      inclusive: required(params.inclusive, "inclusive"),
      jurisdiction: params.jurisdiction ?? null,
      jurisdiction_level: null,
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      percentage,
      rate_type: "percentage",
      state: null,
      tax_type: params.tax_type ?? null,
    };
    world.emit("tax_rate.created", rate);
    return world.store.put("tax_rate", rate);
  }),

  route("GET /v1/tax_rates/:id", {}, (world, _params, id) => world.need("tax_rate", id)),

  route(
    "POST /v1/tax_rates/:id",
    { active: flag, display_name: text, description: text, metadata },
    (world, params, id) => {
      const before = world.need("tax_rate", id);
      return world.store.put("tax_rate", {
        ...before,
        active: params.active ?? before.active,
        display_name: params.display_name ?? before.display_name,
        description: params.description ?? before.description,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      });
    },
  ),

  route("GET /v1/tax_rates", { ...PAGING, active: flag, inclusive: flag, created: range }, (world, params) => {
    const found = world.store
      .all("tax_rate")
      .filter((rate) => params.active === undefined || rate.active === params.active)
      .filter((rate) => params.inclusive === undefined || rate.inclusive === params.inclusive)
      .filter((rate) => inRange(rate.created, params.created));
    return page(found.reverse(), params, "/v1/tax_rates");
  }),
];
