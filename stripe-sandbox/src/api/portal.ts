import { invalidRequest } from "../errors.ts";
import { oneOf, text } from "../http/params.ts";
import { required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";

export const portalRoutes = [
  route(
    "POST /v1/billing_portal/sessions",
    { customer: text, return_url: text, locale: oneOf("auto", "ja", "en"), configuration: text },
    (world, params) => {
      const customer = world.needCustomer(required(params.customer, "customer"));
      const returnUrl = params.return_url ?? null;
      if (params.configuration !== undefined)
        world.need("portal_configuration", params.configuration, "configuration");
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
