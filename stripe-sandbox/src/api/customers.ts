import type Stripe from "stripe";
import { createCustomer, moveBalance } from "../engine/customers.ts";
import { endSubscription, isLive } from "../engine/subscriptions.ts";
import { invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { previousAttributes } from "../state/previous-attributes.ts";
import { clearable, integer, list, metadata, object, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import type { World } from "../state/world.ts";
import { attachMethod } from "./payment-methods.ts";

/** Stripe takes no address with dots at the edge of the local part, or two in a row. */
function checkEmail(email: string | null | undefined): void {
  if (email && /^\.|\.\.|\.@/.test(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, { param: "email", code: "email_invalid" });
  }
}

const FIELDS = {
  email: clearable(text),
  name: clearable(text),
  phone: clearable(text),
  description: clearable(text),
  preferred_locales: list(text),
  metadata,
  invoice_settings: object({ default_payment_method: clearable(text) }),
};

export const customerRoutes = [
  route("POST /v1/customers", { ...FIELDS, payment_method: text }, (world, params) => {
    checkEmail(params.email);
    const { id } = createCustomer(world, {
      email: params.email ?? null,
      name: params.name ?? null,
      phone: params.phone ?? null,
      description: params.description ?? null,
      preferred_locales: params.preferred_locales ?? [],
      metadata: mergeMetadata({}, params.metadata),
    });
    if (params.payment_method !== undefined) attachMethod(world, params.payment_method, id);
    return setDefaultMethod(world, world.need("customer", id), params.invoice_settings?.default_payment_method);
  }),

  route(
    "GET /v1/customers/:id",
    {},
    (world, _params, id) => world.store.get("deleted_customer", id) ?? world.need("customer", id),
  ),

  route("POST /v1/customers/:id", FIELDS, (world, params, id) => {
    const before = world.needCustomer(id, "id");
    checkEmail(params.email);
    const changes = {
      email: params.email === undefined ? before.email : params.email,
      name: params.name === undefined ? (before.name ?? null) : params.name,
      phone: params.phone === undefined ? (before.phone ?? null) : params.phone,
      description: params.description === undefined ? before.description : params.description,
      preferred_locales: params.preferred_locales ?? before.preferred_locales ?? [],
      metadata: mergeMetadata(before.metadata, params.metadata),
    };
    const updated = world.store.put("customer", { ...before, ...changes });
    const previous = previousAttributes(before, changes);
    if (previous !== null) world.emit("customer.updated", updated, previous);
    return setDefaultMethod(world, updated, params.invoice_settings?.default_payment_method);
  }),

  route("DELETE /v1/customers/:id", {}, (world, _params, id) => {
    const customer = world.needCustomer(id, "id");
    for (const subscription of world.store.ofCustomer("subscription", id)) {
      if (isLive(subscription)) endSubscription(world, subscription, null);
    }
    const deleted = world.store.put("deleted_customer", { id, object: "customer", deleted: true });
    world.store.remove("customer", id);
    world.emit("customer.deleted", customer);
    return deleted;
  }),

  route("GET /v1/customers", { ...PAGING, email: text, created: range }, (world, params) => {
    const found = world.store
      .all("customer")
      .filter((customer) => params.email === undefined || customer.email === params.email)
      .filter((customer) => inRange(customer.created, params.created));
    return page(found.reverse(), params, "/v1/customers");
  }),

  route(
    "POST /v1/customers/:id/balance_transactions",
    { amount: integer, currency: text, description: clearable(text), metadata },
    (world, params, id) => {
      world.needCustomer(id, "id");
      required(params.currency, "currency");
      return moveBalance(world, id, required(params.amount, "amount"), "adjustment", null, {
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),

  route(
    "GET /v1/customers/:id/balance_transactions",
    { ...PAGING, invoice: text, created: range },
    (world, params, id) => {
      world.need("customer", id);
      const found = world.store
        .ofCustomer("balance_transaction", id)
        .filter((entry) => params.invoice === undefined || entry.invoice === params.invoice)
        .filter((entry) => inRange(entry.created, params.created));
      return page(found.reverse(), params, `/v1/customers/${id}/balance_transactions`);
    },
  ),

  route("GET /v1/customers/:id/balance_transactions/:entry", {}, (world, _params, id, entry) => {
    world.need("customer", id);
    return world.need("balance_transaction", entry);
  }),

  route("GET /v1/customers/:id/payment_methods", { ...PAGING, type: text }, (world, params, id) => {
    world.needCustomer(id, "id");
    const found = world.store.ofCustomer("payment_method", id).reverse();
    return page(found, params, `/v1/customers/${id}/payment_methods`);
  }),

  route("GET /v1/customers/:id/payment_methods/:method", {}, (world, _params, id, method) => {
    world.needCustomer(id, "id");
    return world.need("payment_method", method);
  }),
];

function setDefaultMethod(world: World, customer: Stripe.Customer, method: string | null | undefined): Stripe.Customer {
  if (method === undefined) return customer;
  if (method !== null) world.need("payment_method", method, "invoice_settings[default_payment_method]");
  return world.store.put("customer", {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method },
  });
}
