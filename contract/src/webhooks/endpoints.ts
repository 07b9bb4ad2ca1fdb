import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { call } from "../route.ts";
import { Instant, RowId, text } from "../text.ts";
import { EVENT_NAMES, type EventName } from "./events.ts";

/** Each event is sent to each of them. */
export const ENDPOINTS_MAX = 10;
/** Hours for which a replaced secret signs as well. */
export const FORMER_SECRET_HOURS = 24;
/** Days for which messages are kept. */
export const DELIVERY_DAYS = 28;

const URL_MAX = 500;
/** Lower ports belong to services that are no receivers. */
const FIRST_FREE_PORT = 1024;

const URL_ERROR = "https://で始まるURLを入力してください。";
/** Of a URL in its normal form, without the port 443. */
const hasName = (href: string) => /^https:\/\/[^/?#]*@/.test(href);
const portOf = (href: string) => Number(/^https:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(href)?.[1] ?? FIRST_FREE_PORT);

/** The server decides whether the address leads into a private network, when it is used (server/src/webhooks/address.ts). */
const Target = z.pipe(
  text("URL", { max: URL_MAX }),
  z.url({ protocol: /^https$/, normalize: true, error: URL_ERROR, abort: true }).check(
    z.maxLength(URL_MAX, { error: `URLは${URL_MAX}文字以内で入力してください。` }),
    z.refine((href) => !hasName(href), { error: "URLにユーザー名やパスワードを含めることはできません。" }),
    z.refine((href) => portOf(href) >= FIRST_FREE_PORT, {
      error: `ポートは443か${FIRST_FREE_PORT}以上にしてください。`,
    }),
  ),
);

export const EndpointBody = z.object({
  url: Target,
  events: z
    .array(z.enum(EVENT_NAMES as [EventName, ...EventName[]], { error: "通知する出来事が正しくありません。" }), {
      error: "通知する出来事を選択してください。",
    })
    .check(
      z.minLength(1, { error: "通知する出来事を選択してください。" }),
      z.maxLength(EVENT_NAMES.length, { error: "通知する出来事が正しくありません。" }),
    ),
  is_on: z.boolean({ error: "is_onが正しくありません。" }),
});

/** Why the last attempt brought no answer. */
export const DeliveryProblem = z.enum([
  "no_host",
  "private_address",
  "timeout",
  "certificate",
  "connection",
  "unreadable_secret",
]);
export type DeliveryProblem = z.output<typeof DeliveryProblem>;

const Endpoint = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()),
  is_on: z.boolean(),
  /** Switched off because a message did not arrive for three days. */
  given_up_at: z.nullable(Instant),
  failing_since: z.nullable(Instant),
  /** Messages that have not arrived. */
  waiting: z.int(),
  last_delivered_at: z.nullable(Instant),
});
export type Endpoint = z.output<typeof Endpoint>;

export const Delivery = z.object({
  id: z.int(),
  /** The header webhook-id. */
  event_id: z.string(),
  type: z.string(),
  /** The member's number; null: the event is about none. */
  member: z.nullable(z.int()),
  at: Instant,
  attempts: z.int(),
  /** Null: not yet. */
  delivered_at: z.nullable(Instant),
  due_at: Instant,
  status: z.nullable(z.int()),
  problem: z.nullable(DeliveryProblem),
  answer: z.string(),
});
export type Delivery = z.output<typeof Delivery>;

const params = z.object({ id: RowId });
export const Endpoints = z.object({ endpoints: z.array(Endpoint) });
export type Endpoints = z.output<typeof Endpoints>;
/** The secret is in this answer alone. */
const WithSecret = z.extend(Endpoints, { secret: z.string() });
const response = { 200: Endpoints };

export const adminWebhooks = {
  list: call("List the addresses that hear of events", { response }),
  create: call("Add an address that hears of events", { body: EndpointBody, response: { 200: WithSecret } }),
  /** Waiting messages are sent at once when an address is switched on again. */
  update: call("Change an address that hears of events", { params, body: EndpointBody, response }),
  remove: call("Remove an address with its messages", { params, response }),
  /** The former secret signs as well for a day. */
  renewSecret: call("Replace the secret of an address", { params, response: { 200: WithSecret } }),
  test: call("Send a test message", { params, response }, { errors: [429] }),
  /** Newest first. */
  deliveries: call("List the messages to an address", {
    params,
    querystring: z.object({ page: Page }),
    response: { 200: paged(Delivery) },
  }),
  /** With the same webhook-id. */
  resend: call("Send a message again", { params, response: { 200: Delivery } }),
};
