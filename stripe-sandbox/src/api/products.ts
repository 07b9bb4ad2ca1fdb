import { invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { clearable, flag, list, metadata, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";

const ID = /^[\w-]{1,64}$/;

const PRODUCT = { name: text, description: clearable(text), active: flag, metadata, tax_code: text };

export const productRoutes = [
  route("POST /v1/products", { ...PRODUCT, id: text }, (world, params) => {
    const id = params.id ?? newId("prod_");
    if (!ID.test(id)) throw invalidRequest("Invalid product id", { param: "id" });
    if (world.store.get("product", id) !== undefined) {
      throw invalidRequest("Product already exists.", { param: "id", code: "resource_already_exists" });
    }
    const now = world.seconds();
    const product = world.store.put("product", {
      id,
      object: "product",
      active: params.active ?? true,
      created: now,
      default_price: null,
      description: params.description ?? null,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: mergeMetadata({}, params.metadata),
      name: required(params.name, "name"),
      package_dimensions: null,
      shippable: null,
      statement_descriptor: null,
      tax_code: params.tax_code ?? null,
      tax_details: null,
      type: "service",
      unit_label: null,
      updated: now,
      url: null,
    });
    world.emit("product.created", product);
    return product;
  }),

  route("GET /v1/products/:id", {}, (world, _params, id) => world.need("product", id)),

  route("POST /v1/products/:id", PRODUCT, (world, params, id) => {
    const before = world.need("product", id);
    const product = world.store.put("product", {
      ...before,
      name: params.name ?? before.name,
      description: params.description === undefined ? before.description : params.description,
      active: params.active ?? before.active,
      metadata: mergeMetadata(before.metadata, params.metadata),
      updated: world.seconds(),
    });
    world.emit("product.updated", product);
    return product;
  }),

  route("GET /v1/products", { ...PAGING, active: flag, ids: list(text), created: range }, (world, params) => {
    const found = world.store
      .all("product")
      .filter((product) => params.active === undefined || product.active === params.active)
      .filter((product) => params.ids === undefined || params.ids.includes(product.id))
      .filter((product) => inRange(product.created, params.created));
    return page(found.reverse(), params, "/v1/products");
  }),
];
