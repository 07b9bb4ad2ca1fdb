import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";

export function createCustomer(world: World, given: Partial<Stripe.Customer>): Stripe.Customer {
  const customer = world.store.put("customer", {
    address: null,
    balance: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId("", 8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
    id: newId("cus_"),
    object: "customer",
    created: world.seconds(),
    livemode: false,
  });
  world.emit("customer.created", customer);
  return customer;
}
