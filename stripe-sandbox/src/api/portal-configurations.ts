import type Stripe from "stripe";
import { page, PAGING } from "../http/lists.ts";
import { clearable, flag, metadata, object, text } from "../http/params.ts";
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

/** The features are stored only: the sandbox's portal always shows invoices and cards. */
export const portalConfigurationRoutes = [
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
      features: {
        customer_update: { allowed_updates: [], enabled: features.customer_update?.enabled ?? false },
        invoice_history: { enabled: features.invoice_history?.enabled ?? false },
        payment_method_update: {
          enabled: features.payment_method_update?.enabled ?? false,
          payment_method_configuration: null,
        },
        subscription_cancel: {
          cancellation_reason: { enabled: false, feedback_options: null, options: [] },
          enabled: features.subscription_cancel?.enabled ?? false,
          mode: "at_period_end",
          proration_behavior: "none",
        },
        subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
        subscription_update: {
          billing_cycle_anchor: null,
          default_allowed_updates: [],
          enabled: features.subscription_update?.enabled ?? false,
          products: null,
          proration_behavior: "none",
          schedule_at_period_end: { conditions: [] },
          trial_update_behavior: "end_trial",
        },
      },
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: mergeMetadata({}, params.metadata),
      name: null,
      updated: now,
    };
    return world.store.put("portal_configuration", configuration);
  }),

  route("GET /v1/billing_portal/configurations", { ...PAGING, active: flag }, (world, params) => {
    const found = world.store
      .all("portal_configuration")
      .filter(({ active }) => params.active === undefined || active === params.active);
    return page(found.reverse(), params, "/v1/billing_portal/configurations");
  }),
];
