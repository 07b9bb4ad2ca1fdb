import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { page, PAGING } from "../http/lists.ts";
import { oneOf, text } from "../http/params.ts";
import { required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";

export const taxIdRoutes = [
  route("POST /v1/tax_ids", { type: oneOf("jp_trn"), value: text }, (world, params) => {
    const value = required(params.value, "value");
    if (!/^T\d{13}$/.test(value)) throw invalidRequest("Invalid value for jp_trn.", { code: "tax_id_invalid" });
    const taxId: Stripe.TaxId = {
      id: newId("atxi_"),
      object: "tax_id",
      country: "JP",
      created: world.seconds(),
      customer: null,
      customer_account: null,
      livemode: false,
      owner: { customer_account: null, type: "self" },
      type: required(params.type, "type"),
      value,
      verification: null,
    };
    return world.store.put("tax_id", taxId);
  }),

  route("GET /v1/tax_ids/:id", {}, (world, _params, id) => world.need("tax_id", id)),

  route("GET /v1/tax_ids", PAGING, (world, params) => page(world.store.all("tax_id").reverse(), params, "/v1/tax_ids")),
];
