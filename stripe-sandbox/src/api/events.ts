import { invalidRequest } from "../errors.ts";
import { inRange, page, PAGING } from "../http/lists.ts";
import { clearable, flag, list, metadata, range, text } from "../http/params.ts";
import { mergeMetadata, required, route } from "../http/route.ts";
import { newId } from "../state/ids.ts";

const VERSION = /^\d{4}-\d{2}-\d{2}(\.\w+)?$/;

const ENDPOINT = { url: text, enabled_events: list(text), description: clearable(text), metadata };

export const eventRoutes = [
  route("GET /v1/events/:id", {}, (world, _params, id) => world.need("event", id)),

  route("GET /v1/events", { ...PAGING, type: text, types: list(text), created: range }, (world, params) => {
    const found = world.store
      .all("event")
      .filter(({ type }) => params.type === undefined || matches(type, params.type))
      .filter(({ type }) => params.types === undefined || params.types.includes(type))
      .filter((event) => inRange(event.created, params.created));
    return page(found.reverse(), params, "/v1/events");
  }),

  route("POST /v1/webhook_endpoints", { ...ENDPOINT, api_version: text }, (world, params) => {
    const version = params.api_version ?? null;
    if (version !== null && !VERSION.test(version)) {
      throw invalidRequest(`Invalid API version: ${version}`, { param: "api_version" });
    }
    const id = newId("we_");
    const secret = newId("whsec_", 32);
    world.store.put("endpoint_secret", { id, secret });
    const endpoint = world.store.put("webhook_endpoint", {
      id,
      object: "webhook_endpoint",
      // Null: the account's default version. It cannot be changed later. The events themselves always have API_VERSION.
      api_version: version,
      application: null,
      created: world.seconds(),
      description: params.description ?? null,
      enabled_events: required(params.enabled_events, "enabled_events"),
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      status: "enabled",
      url: endpointUrl(required(params.url, "url")),
    });
    return { ...endpoint, secret };
  }),

  route("GET /v1/webhook_endpoints/:id", {}, (world, _params, id) => world.need("webhook_endpoint", id)),

  route("POST /v1/webhook_endpoints/:id", { ...ENDPOINT, disabled: flag }, (world, params, id) => {
    const before = world.need("webhook_endpoint", id);
    return world.store.put("webhook_endpoint", {
      ...before,
      url: params.url === undefined ? before.url : endpointUrl(params.url),
      enabled_events: params.enabled_events ?? before.enabled_events,
      description: params.description === undefined ? before.description : params.description,
      metadata: mergeMetadata(before.metadata, params.metadata),
      status: params.disabled === undefined ? before.status : params.disabled ? "disabled" : "enabled",
    });
  }),

  route("DELETE /v1/webhook_endpoints/:id", {}, (world, _params, id) => {
    world.need("webhook_endpoint", id);
    world.store.remove("webhook_endpoint", id);
    return { id, object: "webhook_endpoint", deleted: true };
  }),

  route("GET /v1/webhook_endpoints", PAGING, (world, params) =>
    page(world.store.all("webhook_endpoint").reverse(), params, "/v1/webhook_endpoints"),
  ),
];

function endpointUrl(url: string): string {
  if (URL.canParse(url)) return url;
  throw invalidRequest("Invalid URL: An explicit scheme (such as https) must be provided.", { param: "url" });
}

/** @param requested a type, or a prefix such as `invoice.*` */
function matches(type: string, requested: string): boolean {
  return requested.endsWith("*") ? type.startsWith(requested.slice(0, -1)) : type === requested;
}
