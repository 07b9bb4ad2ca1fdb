import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { page, PAGING } from "../http/lists.ts";
import { clearable, flag, metadata, object, oneOf, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";

const SWITCH = object({ enabled: flag });

const CONFIGURATION = {
  business_profile: object({ headline: clearable(text) }),
  features: object({
    customer_update: SWITCH,
    invoice_history: SWITCH,
    payment_method_update: SWITCH,
    subscription_cancel: SWITCH,
    subscription_update: SWITCH,
  }),
  metadata,
};

type Features = Stripe.BillingPortal.Configuration.Features;
type Switches = Partial<Record<SwitchName, { enabled?: boolean }>>;
type SwitchName =
  | "customer_update"
  | "invoice_history"
  | "payment_method_update"
  | "subscription_cancel"
  | "subscription_update";

const ALL_OFF: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: "at_period_end",
    proration_behavior: "none",
  },
  subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: "none",
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: "end_trial",
  },
};

function switchFeatures(before: Features, change: Switches): Features {
  const enabled = (name: SwitchName) => ({ enabled: change[name]?.enabled ?? before[name].enabled });
  return {
    ...before,
    customer_update: { ...before.customer_update, ...enabled("customer_update") },
    invoice_history: enabled("invoice_history"),
    payment_method_update: { ...before.payment_method_update, ...enabled("payment_method_update") },
    subscription_cancel: { ...before.subscription_cancel, ...enabled("subscription_cancel") },
    subscription_update: { ...before.subscription_update, ...enabled("subscription_update") },
  };
}

export const portalRoutes = [
  // The features are stored only: the sandbox's portal always shows invoices and cards.
  route("POST /v1/billing_portal/configurations", CONFIGURATION, (world, params) => {
    const features = required(params.features, "features");
    const now = world.seconds();
    const configuration: Stripe.BillingPortal.Configuration = {
      id: newId("bpc_"),
      object: "billing_portal.configuration",
      active: true,
      application: null,
      business_profile: {
        headline: params.business_profile?.headline ?? null,
        privacy_policy_url: null,
        terms_of_service_url: null,
      },
      created: now,
      default_return_url: null,
      features: switchFeatures(ALL_OFF, features),
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: mergeMetadata({}, params.metadata),
      name: null,
      updated: now,
    };
    return world.store.put("portal_configuration", configuration);
  }),

  route("POST /v1/billing_portal/configurations/:id", { ...CONFIGURATION, active: flag }, (world, params, id) => {
    const before = world.need("portal_configuration", id);
    const { business_profile, features = {}, metadata: change, active = before.active } = params;
    return world.store.put("portal_configuration", {
      ...before,
      active,
      business_profile: { ...before.business_profile, ...business_profile },
      features: switchFeatures(before.features, features),
      metadata: mergeMetadata(before.metadata ?? {}, change),
      updated: world.seconds(),
    });
  }),

  route("GET /v1/billing_portal/configurations", { ...PAGING, active: flag }, (world, params) => {
    const found = world.store
      .all("portal_configuration")
      .filter(({ active }) => params.active === undefined || active === params.active);
    return page(found.reverse(), params, "/v1/billing_portal/configurations");
  }),

  route(
    "POST /v1/billing_portal/sessions",
    { customer: text, return_url: text, locale: oneOf("auto", "ja", "en"), configuration: text },
    (world, params) => {
      const customer = world.needCustomer(required(params.customer, "customer"));
      const returnUrl = params.return_url ?? null;
      if (params.configuration !== undefined) world.need("portal_configuration", params.configuration, "configuration");
      if (returnUrl !== null && !URL.canParse(returnUrl)) {
        throw invalidRequest("Not a valid URL", { param: "return_url", code: "url_invalid" });
      }
      const access = newId("session_");
      world.store.put("page_access", { id: access, kind: "portal", target: customer.id, returnUrl });
      const session = world.store.put("portal_session", {
        id: newId("bps_"),
        object: "billing_portal.session",
        configuration: params.configuration ?? "bpc_sandbox",
        created: world.seconds(),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: params.locale ?? null,
        on_behalf_of: null,
        return_url: returnUrl,
        url: `${world.settings.publicUrl}/sandbox/stripe/portal/${access}`,
      });
      world.emit("billing_portal.session.created", session);
      return session;
    },
  ),
];
