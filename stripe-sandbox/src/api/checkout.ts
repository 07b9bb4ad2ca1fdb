import type Stripe from "stripe";
import { expireSession } from "../engine/due.ts";
import { discountOf, redeemable } from "../engine/discounts.ts";
import { lineItemsOf, lineOf } from "../engine/line-items.ts";
import { invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { flag, integer, list, metadata, object, oneOf, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";
import type { World } from "../state/world.ts";
import { newPrice } from "./prices.ts";

const HALF_HOUR = 30 * 60;
const DAY = 86_400;
/** Seconds of tolerated clock difference for the minimum of 30 minutes. */
const SKEW = 60;

const CREATE = {
  mode: oneOf("subscription", "payment"),
  customer: text,
  customer_email: text,
  client_reference_id: text,
  success_url: text,
  cancel_url: text,
  locale: oneOf("auto", "ja", "en"),
  expires_at: integer,
  metadata,
  line_items: list(
    object({
      price: text,
      price_data: object({
        currency: oneOf("jpy"),
        product: text,
        unit_amount: integer,
        tax_behavior: oneOf("exclusive", "inclusive", "unspecified"),
      }),
      quantity: integer,
      tax_rates: list(text),
    }),
  ),
  invoice_creation: object({ enabled: flag, invoice_data: object({ metadata }) }),
  subscription_data: object({ metadata, description: text, default_tax_rates: list(text) }),
  allowed_payment_method_types: list(oneOf("card")),
  payment_method_collection: oneOf("always"),
  billing_address_collection: oneOf("auto"),
  ui_mode: oneOf("hosted_page"),
  submit_type: oneOf("auto", "subscribe", "pay"),
  adaptive_pricing: object({ enabled: flag }),
  custom_text: object({ submit: object({ message: text }), after_submit: object({ message: text }) }),
  discounts: list(object({ coupon: text, promotion_code: text })),
};

export const checkoutRoutes = [
  route("POST /v1/checkout/sessions", CREATE, (world, params) => {
    const mode = required(params.mode, "mode");
    const items = required(params.line_items, "line_items");
    const successUrl = addressOf(required(params.success_url, "success_url"), "success_url");
    const cancelUrl = params.cancel_url === undefined ? null : addressOf(params.cancel_url, "cancel_url");
    if (params.customer !== undefined && params.customer_email !== undefined) {
      throw invalidRequest("You may only specify one of these parameters: customer, customer_email.", {
        param: "customer",
      });
    }
    const customer = params.customer === undefined ? null : world.needCustomer(params.customer);
    const now = world.seconds();
    const expiresAt = params.expires_at ?? now + DAY;
    if (expiresAt < now + HALF_HOUR - SKEW || expiresAt > now + DAY + SKEW) {
      throw invalidRequest(
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
        { param: "expires_at" },
      );
    }
    const defaults = params.subscription_data?.default_tax_rates ?? [];
    const planned = items.map((item, index) => ({
      price: soldIn(world, mode, item, `line_items[${index}][price]`),
      quantity: item.quantity ?? 1,
      taxRates: item.tax_rates ?? defaults,
    }));
    const id = newId("cs_test_", 58);
    const discounts = params.discounts ?? [];
    const full = planned.map((item) => lineOf(world, item, []));
    const subtotal = full.reduce((sum, line) => sum + line.amount_subtotal, 0);
    const redemptions = redeemable(world, discounts, { customer: customer?.id ?? null, total: subtotal });
    const applied = redemptions.map((redemption) => discountOf(world, redemption));
    const lines = planned.map((item) => lineOf(world, item, applied));
    const tax = lines.reduce((sum, line) => sum + line.amount_tax, 0);
    const email = customer?.email ?? params.customer_email ?? null;
    world.store.put("checkout_plan", {
      id,
      items: planned,
      discounts,
      metadata: mergeMetadata({}, params.subscription_data?.metadata),
      description: params.subscription_data?.description ?? null,
    });
    world.store.put("page_access", { id, kind: "checkout", target: id, returnUrl: cancelUrl });
    return world.store.put("checkout_session", {
      id,
      object: "checkout.session",
      adaptive_pricing:
        params.adaptive_pricing === undefined ? null : { enabled: params.adaptive_pricing.enabled ?? false },
      after_expiration: null,
      allow_promotion_codes: null,
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      amount_subtotal: subtotal,
      amount_total: lines.reduce((sum, line) => sum + line.amount_total, 0),
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: cancelUrl,
      client_reference_id: params.client_reference_id ?? null,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: now,
      currency: "jpy",
      currency_conversion: null,
      custom_fields: [],
      custom_text: {
        after_submit: textOf(params.custom_text?.after_submit),
        shipping_address: null,
        submit: textOf(params.custom_text?.submit),
        terms_of_service_acceptance: null,
      },
      customer: customer?.id ?? null,
      customer_account: null,
      customer_creation: customer === null ? "always" : null,
      customer_details: {
        address: null,
        business_name: null,
        email,
        individual_name: null,
        name: customer?.name ?? null,
        phone: null,
        tax_exempt: "none",
        tax_ids: null,
      },
      customer_email: params.customer_email ?? null,
      discounts: redemptions.map(({ coupon, promotionCode }) => ({
        coupon: promotionCode === null ? coupon.id : null,
        promotion_code: promotionCode?.id ?? null,
      })),
      expires_at: expiresAt,
      integration_identifier: null,
      invoice: null,
      invoice_creation: mode === "payment" ? invoiceCreation(params.invoice_creation) : null,
      livemode: false,
      locale: params.locale ?? null,
      managed_payments: null,
      metadata: mergeMetadata({}, params.metadata),
      mode,
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: params.payment_method_collection ?? "always",
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ["card"],
      payment_status: "unpaid",
      permissions: null,
      recovered_from: null,
      saved_payment_method_options: null,
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: "open",
      submit_type: params.submit_type ?? null,
      subscription: null,
      success_url: successUrl,
      total_details: {
        amount_discount: lines.reduce((sum, line) => sum + line.amount_discount, 0),
        amount_shipping: 0,
        amount_tax: tax,
      },
      ui_mode: "hosted_page",
      url: `${world.settings.publicUrl}/sandbox/stripe/checkout/${id}`,
      wallet_options: null,
    });
  }),

  route("GET /v1/checkout/sessions/:id", {}, (world, _params, id) => world.need("checkout_session", id)),

  route("GET /v1/checkout/sessions/:id/line_items", PAGING, (world, params, id) => {
    world.need("checkout_session", id);
    return page(lineItemsOf(world, id), params, `/v1/checkout/sessions/${id}/line_items`);
  }),

  route("POST /v1/checkout/sessions/:id/expire", {}, (world, _params, id) => {
    const session = world.need("checkout_session", id);
    if (session.status !== "open") {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? ""}.`,
        { param: "session" },
      );
    }
    return expireSession(world, session);
  }),

  route(
    "GET /v1/checkout/sessions",
    { ...PAGING, customer: text, subscription: text, status: oneOf("open", "complete", "expired"), created: range },
    (world, params) => {
      const all =
        params.customer === undefined
          ? world.store.all("checkout_session")
          : world.store.ofCustomer("checkout_session", params.customer);
      const found = all
        .filter((session) => params.status === undefined || session.status === params.status)
        .filter((session) => params.subscription === undefined || session.subscription === params.subscription)
        .filter((session) => inRange(session.created, params.created));
      return page(found.reverse(), params, "/v1/checkout/sessions");
    },
  ),
];

type LineItem = { price?: string; price_data?: Partial<Parameters<typeof newPrice>[1]> };

/** @returns the price's id; one of `price_data` is made for this sale */
function soldIn(world: World, mode: "subscription" | "payment", item: LineItem, param: string): string {
  const { price: id, price_data: data } = item;
  if (data !== undefined) {
    const product = world.need("product", required(data.product, "product"), "line_items[0][price_data][product]");
    if (!product.active) throw invalidRequest("The product specified is inactive.", { param });
    const unit_amount = required(data.unit_amount, "unit_amount");
    return newPrice(world, { ...data, product: product.id, unit_amount, active: false }).id;
  }
  const price = world.need("price", required(id, param), param);
  if (!price.active) {
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, { param });
  }
  if (mode === "subscription" && price.recurring === null) {
    throw invalidRequest("You must provide at least one recurring price in `subscription` mode.", {
      param: "line_items",
    });
  }
  if (mode === "payment" && price.recurring !== null) {
    throw invalidRequest(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items" },
    );
  }
  return price.id;
}

function invoiceCreation(
  given: { enabled?: boolean; invoice_data?: { metadata?: Record<string, string> | null } } | undefined,
): Stripe.Checkout.Session.InvoiceCreation {
  const invoice_data = {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: mergeMetadata({}, given?.invoice_data?.metadata),
    rendering_options: null,
  };
  return { enabled: given?.enabled ?? false, invoice_data };
}

/** Characters of a text on the page. */
const TEXT_MAX = 1200;

function textOf(given: { message?: string } | undefined): { message: string } | null {
  if (given?.message === undefined) return null;
  if (given.message.length > TEXT_MAX)
    throw invalidRequest(`Invalid string: must be at most ${TEXT_MAX} characters`, { param: "custom_text" });
  return { message: given.message };
}

function addressOf(value: string, param: string): string {
  if (URL.canParse(value.replaceAll("{CHECKOUT_SESSION_ID}", "cs_test_x"))) return value;
  throw invalidRequest("Not a valid URL", { param, code: "url_invalid" });
}
