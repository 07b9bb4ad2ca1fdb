import { labelOf } from "@manabiya/contract/webhooks/events.ts";
import type { FastifyBaseLogger } from "fastify";
import { deriveKey } from "../crypto/keys.ts";
import { createSeal, type Seal } from "../crypto/seal.ts";
import type { RowOf } from "../db/columns.ts";
import type { Database } from "../db/open.ts";
import { Deliveries } from "../mail/deliveries.ts";
import type { Network } from "./post.ts";
import * as queries from "./queries.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between looks for messages of other processes and for those that are due again. */
const POLL_INTERVAL = 2 * SECOND;
/** Messages to one address at once, each of another member. */
const MAX_CONCURRENT = 5;
/** Milliseconds that a process owns an address: longer than sending and recording take. */
const LEASE = 2 * MINUTE;
/** Milliseconds after each failed attempt; the last one is repeated. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
/** Milliseconds since the first failure. */
const GIVE_UP_AFTER = 72 * HOUR;
/** Milliseconds in which everything is tried again after a message has arrived: the receiver is back from an outage. */
const WAIT_WHILE_OTHERS_ARRIVE = 10 * MINUTE;
/** The receiver wants no more messages. */
const GONE = 410;

/** Text that was sealed for another purpose does not open. */
export const SEALED_FOR = "webhook";
/** @param secret the server's one secret */
export const webhookSeal = (secret: string): Seal => createSeal(deriveKey(secret, "webhook-secret"));

type Due = RowOf<typeof queries.dueColumns>;
type Leased = RowOf<typeof queries.endpointColumns>;

interface SenderDeps {
  db: Database;
  seal: Seal;
  post: Network["post"];
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

/** The same at each attempt. `text` is for chats that know nothing of the event. */
function bodyOf({ type, at, data }: Due): string {
  const { member, title } = data;
  const words = [labelOf(type), member && `会員${member}`, title && `「${title}」`];
  return JSON.stringify({ type, timestamp: at, data, text: words.filter(Boolean).join(" ") });
}

/**
 * Sends messages to other tools until it is stopped; any number of processes may run it on one database. One process at a time
 * sends to an address, and of a member's messages only the first that has not arrived: so they come in order, each at least
 * once, with one id over all attempts (decisions/094).
 */
export function startWebhookSender({ db, seal, post, now, log }: SenderDeps): Pick<Deliveries, "wake" | "stop"> {
  const deliveries = new Deliveries(log);
  const at = (ms: number) => new Date(ms).toISOString();

  async function round(): Promise<number> {
    if (deliveries.free <= 0) return POLL_INTERVAL;
    const [began, end] = [at(now()), at(now() + LEASE)];
    const [endpoint] = await queries.leaseEndpoint(db, [began, end]);
    if (!endpoint) return POLL_INTERVAL;
    deliveries.add((signal) => sendTo(endpoint, { began, end }, signal));
    return 0;
  }

  async function sendTo(endpoint: Leased, lease: { began: string; end: string }, signal: AbortSignal): Promise<void> {
    const { id, url, secret, former_secret } = endpoint;
    const sealed = [secret, ...(former_secret?.split(" ") ?? [])];
    const secrets = sealed.flatMap((each) => seal.open(each, SEALED_FOR) ?? []);
    const due = await queries.listDue(db, [lease.began, id, MAX_CONCURRENT]).catch(() => []);
    const outcomes = await Promise.all(due.map((message) => send(url, secrets, message, signal)));
    await deliveries.record(async () => {
      const isGivenUp = outcomes.includes("given up");
      if (outcomes.includes("arrived")) await queries.hasten(db, [id, at(now() + WAIT_WHILE_OTHERS_ARRIVE)]);
      await queries.release(db, [id, at(now()), isGivenUp, lease.end, url]);
      if (isGivenUp) log.warn({ endpoint: id }, "messages to an address were given up");
    });
    // Otherwise only messages are due that wait for one before them.
    if (due.length > 0) deliveries.wake();
  }

  async function send(url: string, secrets: string[], message: Due, signal: AbortSignal) {
    const body = bodyOf(message);
    const { status, answer } =
      secrets.length === 0 ? UNREADABLE : await post(url, await headersOf(secrets, message, body), body, signal);
    // The process stops: that is no failure.
    if (signal.aborted && status === null) return "not sent";
    const hasArrived = status !== null && status >= 200 && status < 300;
    const next = hasArrived ? null : nextAttempt(message);
    await deliveries.record(() => queries.recordAttempt(db, [message.id, at(now()), status, answer, next]));
    if (hasArrived) return "arrived";
    return status === GONE || now() >= endOf(message) ? "given up" : "failed";
  }

  async function headersOf(secrets: string[], { event_id }: Due, body: string): Promise<Record<string, string>> {
    // Many services tell no other tool.
    const { Webhook } = await import("standardwebhooks");
    const moment = new Date(now());
    return {
      "content-type": "application/json",
      "user-agent": "Manabiya-Webhooks",
      "webhook-id": event_id,
      "webhook-timestamp": String(Math.floor(moment.getTime() / SECOND)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(event_id, moment, body)).join(" "),
    };
  }

  const endOf = ({ failing_since }: Due) => (failing_since ? Date.parse(failing_since) : now()) + GIVE_UP_AFTER;

  /** The last one is at the end of the three days. */
  function nextAttempt(message: Due): string {
    const wait = WAITS[Math.min(message.attempts, WAITS.length - 1)] ?? 0;
    return at(now() < endOf(message) ? Math.min(now() + wait, endOf(message)) : now() + wait);
  }

  deliveries.start(round, { interval: POLL_INTERVAL, failure: "messages to other tools cannot be sent" });
  return { wake: () => deliveries.wake(), stop: async () => deliveries.stop() };
}

/** After a change of AUTH_SECRET no secret opens. */
const UNREADABLE = { status: null, answer: "署名キーを読み取れません。「署名キーを更新」を押してください。" };
