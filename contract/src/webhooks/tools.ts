import * as z from "zod/mini";
import { call, KEY_SCOPES } from "../route.ts";
import { Instant, name, params, text } from "../text.ts";
import { EVENT_NAMES } from "./events.ts";

/** Each event is sent to each address. */
export const ENDPOINTS_MAX = 10;
export const KEYS_MAX = 20;
/** Hours for which a replaced secret signs as well. */
export const FORMER_SECRET_HOURS = 24;
/** Days for which messages are kept, and how many of them the screen shows. */
export const DELIVERY_DAYS = 28;
export const DELIVERIES_SHOWN = 100;

const URL_MAX = 500;
/** A normal form without user name, and with no port but 443 or one of four digits or more. */
const TARGET = /^https:\/\/(\[[\da-f:]+\]|[^/?#@:[\]]+)(:\d{4,5})?\//;
const URL_ERROR =
  "https://で始まるURLを入力してください。ユーザー名を含むURLと、ポート番号が1000未満（443を除く）のURLは使用できません。";

/** The server decides whether the address leads into a private network, when it is used (server/src/webhooks/address.ts). */
const Target = z.pipe(
  text("URL", { max: URL_MAX }),
  z
    .url({ protocol: /^https$/, normalize: true, error: URL_ERROR, abort: true })
    .check(
      z.maxLength(URL_MAX, { error: `URLは${URL_MAX}文字以内で入力してください。` }),
      z.regex(TARGET, { error: URL_ERROR }),
    ),
);

const EVENTS_ERROR = "通知する出来事を選択してください。";
export const EndpointBody = z.object({
  url: Target,
  events: z
    .array(z.enum(EVENT_NAMES, { error: EVENTS_ERROR }), { error: EVENTS_ERROR })
    .check(z.minLength(1, { error: EVENTS_ERROR }), z.maxLength(EVENT_NAMES.length, { error: EVENTS_ERROR })),
  is_on: z.boolean({ error: "is_onが正しくありません。" }),
});

export const KeyBody = z.object({
  name: name("名前", { max: 60 }),
  scope: z.enum(KEY_SCOPES, { error: "読み取る内容を選択してください。" }),
});

export const Endpoint = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()),
  is_on: z.boolean(),
  /** Switched off because a message did not arrive for three days. */
  given_up_at: z.nullable(Instant),
  /** Of messages that have not arrived: how many, and since when one of them fails. */
  waiting: z.int(),
  failing_since: z.nullable(Instant),
});
export type Endpoint = z.output<typeof Endpoint>;

export const Delivery = z.object({
  id: z.int(),
  endpoint_id: z.int(),
  /** The header webhook-id. */
  event_id: z.string(),
  type: z.string(),
  /** The member's number; null: the event is about none. */
  member: z.nullable(z.int()),
  at: Instant,
  attempts: z.int(),
  /** Null: not yet; `due_at` is the next attempt. */
  delivered_at: z.nullable(Instant),
  due_at: Instant,
  /** Null: `answer` is the reason why there was none, or the message was not sent yet. */
  status: z.nullable(z.int()),
  answer: z.string(),
});
export type Delivery = z.output<typeof Delivery>;

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  scope: z.string(),
  /** The superuser whose rights the key has. */
  username: z.string(),
  last_used_at: z.nullable(Instant),
});

/** `deliveries`: the newest first. `secret`: a new one, which no other answer has. */
export const Tools = z.object({
  endpoints: z.array(Endpoint),
  deliveries: z.array(Delivery),
  keys: z.array(ApiKey),
  secret: z.nullable(z.string()),
});
export type Tools = z.output<typeof Tools>;

const response = { 200: Tools };

/** Other tools: addresses that hear of events (events.ts), and keys that read calls with their scope (`key` in route.ts). */
export const adminTools = {
  read: call("Read addresses, messages and keys of other tools", { response }),
  addEndpoint: call("Add an address that hears of events", { body: EndpointBody, response }),
  /** Waiting messages are sent at once when an address is switched on again or corrected. */
  updateEndpoint: call("Change an address that hears of events", { params, body: EndpointBody, response }),
  removeEndpoint: call("Remove an address with its messages", { params, response }),
  /** The former secret signs as well for a day. */
  renewSecret: call("Replace the secret of an address", { params, response }),
  test: call("Send a test message, and what waits, at once", { params, response, errors: [429] }),
  /** With the same webhook-id. */
  resend: call("Send a message again", { params, response }),
  addKey: call("Make a key for another tool", { body: KeyBody, response }),
  revokeKey: call("Revoke a key", { params, response }),
};
