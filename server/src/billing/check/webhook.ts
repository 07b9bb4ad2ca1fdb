import { contract } from "@manabiya/contract";
import Stripe from "stripe";
import { isLoopback } from "../../config/production-checks.ts";
import { forwardTo } from "../provider/setup.ts";
import { EVENT_TYPES } from "../sync/events.ts";
import { type Check, type Finding, lookYourself, ok, wrong } from "./finding.ts";
import { SET_UP, WEBHOOKS } from "./places.ts";

/** Stripe accepts a version only when an endpoint is created. */
const RECREATE = `${WEBHOOKS} > the endpoint > Delete; then ${SET_UP}, set the STRIPE_WEBHOOK_SECRET that it prints, restart`;

export const webhook: Check = {
  subject: "webhook",
  permission: "Webhook Endpoints: Write",
  resources: ["webhookEndpoints"],
  run: async ({ stripe, publicUrl }) => {
    const url = publicUrl + contract.stripe.webhook.url;
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const [endpoint, ...more] = data.filter((one) => one.url === url);
    if (!endpoint) {
      const detail = `no endpoint has the address ${url}`;
      const isRehearsal = isLoopback(new URL(url).hostname);
      return [isRehearsal ? lookYourself("webhook", detail, forwardTo(url)) : wrong("webhook", detail, SET_UP)];
    }
    const problems = problemsOf(endpoint);
    if (more.length > 0) {
      const detail = `${more.length + 1} endpoints have the address ${url}, and only one secret can be right`;
      problems.push(wrong("webhook", detail, `${WEBHOOKS}: delete all of them, then ${SET_UP}`));
    }
    if (problems.length > 0) return problems;
    return [
      ok("webhook", `${url}, ${EVENT_TYPES.length} types of events, version ${Stripe.API_VERSION}`),
      lookYourself(
        "webhook secret",
        "whether STRIPE_WEBHOOK_SECRET is that of this endpoint",
        `${WEBHOOKS} > the endpoint > Event deliveries: every answer must be 200`,
      ),
    ];
  },
};

function problemsOf({ status, api_version: version, enabled_events: events }: Stripe.WebhookEndpoint): Finding[] {
  const problems: Finding[] = [];
  if (status !== "enabled") {
    problems.push(wrong("webhook", `the endpoint is ${status}`, `${WEBHOOKS} > the endpoint > Enable`));
  }
  if (version !== Stripe.API_VERSION) {
    const theirs = version === null ? "the account's default version" : `version ${version}`;
    problems.push(wrong("webhook", `events have ${theirs}, not ${Stripe.API_VERSION}`, RECREATE));
  }
  if (events.includes("*")) {
    return [...problems, wrong("webhook", "sends all types of events, not ours alone", SET_UP)];
  }
  const missing = EVENT_TYPES.filter((type) => !events.includes(type));
  const surplus = events.filter((type) => !EVENT_TYPES.some((ours) => ours === type));
  if (missing.length > 0) problems.push(wrong("webhook", `lacks the events ${missing.join(", ")}`, SET_UP));
  if (surplus.length > 0) problems.push(wrong("webhook", `sends the unused events ${surplus.join(", ")}`, SET_UP));
  return problems;
}
