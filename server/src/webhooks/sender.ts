import type { FastifyBaseLogger } from "fastify";
import { Webhook } from "standardwebhooks";
import { deriveKey } from "../crypto/keys.ts";
import { createSeal, type Seal } from "../crypto/seal.ts";
import type { RowOf } from "../db/columns.ts";
import type { Database } from "../db/open.ts";
import { Deliveries } from "../mail/deliveries.ts";
import type { Answer, Post } from "./post.ts";
import * as queries from "./queries.ts";
import { sentenceOf } from "./sentences.ts";

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
/** Each wait varies by this part of it, so that messages of one outage do not come at one moment. */
const JITTER = 0.1;
/** Milliseconds since the first failure. */
const GIVE_UP_AFTER = 72 * HOUR;
/** Milliseconds of an outage after which everything is due at once when it ends, instead of hours later. */
const OUTAGE = 10 * MINUTE;
/** The receiver wants no more messages. */
const GONE = 410;

/** Which secret is sealed; text of another purpose does not open. */
export const SEALED_FOR = "webhook";

/** @param secret the server's one secret */
export const webhookSeal = (secret: string): Seal => createSeal(deriveKey(secret, "webhook-secret"));

type Due = RowOf<typeof queries.dueColumns>;

interface SenderDeps {
  db: Database;
  seal: Seal;
  post: Post;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

/** The body is the same at each attempt: receivers may compare it. */
const bodyOf = ({ type, at, data }: Pick<Due, "type" | "at" | "data">) =>
  JSON.stringify({ type, timestamp: at, data, text: sentenceOf(type, data) });

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
    const [endpoint] = await queries.leaseEndpoint(db, [at(now()), at(now() + LEASE)]);
    if (!endpoint) return POLL_INTERVAL;
    deliveries.add((signal) => sendTo(endpoint, signal).then((isBusy) => (isBusy ? deliveries.wake() : undefined)));
    return 0;
  }

  /** @returns false when only messages are due that wait for one before them */
  async function sendTo(endpoint: RowOf<typeof queries.endpointColumns>, signal: AbortSignal): Promise<boolean> {
    const due = await queries.listDue(db, [at(now()), endpoint.id, MAX_CONCURRENT]).catch(() => []);
    const secrets = [endpoint.secret, endpoint.former_secret].flatMap((sealed) =>
      sealed === null ? [] : (seal.open(sealed, SEALED_FOR) ?? []),
    );
    const outcomes = await Promise.all(due.map((message) => send(endpoint.url, secrets, message, signal)));
    // A message that was not sent because the process stops is no failure.
    const ended = outcomes.filter((outcome) => outcome !== null);
    const hasArrived = ended.includes("arrived");
    const before = endpoint.failing_since;
    const since = hasArrived ? null : (before ?? (ended.length > 0 ? at(now()) : null));
    await deliveries.record(async () => {
      const isOver = hasArrived && before !== null && now() - Date.parse(before) >= OUTAGE;
      if (isOver) await queries.sendWaitingNow(db, [endpoint.id, at(now()), false]);
      const isGivenUp = ended.includes("given up");
      await queries.release(db, [endpoint.id, at(now()), since, isGivenUp]);
      if (isGivenUp) log.warn({ endpoint: endpoint.id }, "messages to an address were given up");
    });
    return due.length > 0;
  }

  /** @returns null when the process stops */
  async function send(url: string, secrets: string[], message: Due, signal: AbortSignal) {
    const body = bodyOf(message);
    const answer = secrets.length === 0 ? UNREADABLE : await post(url, headersOf(secrets, message, body), body, signal);
    if (signal.aborted && answer.status === null) return null;
    const { status, problem } = answer;
    const hasArrived = status !== null && status >= 200 && status < 300;
    const values = [message.id, at(now()), status, problem, answer.answer];
    await deliveries.record(() => queries.recordAttempt(db, [...values, hasArrived ? null : nextAttempt(message)]));
    if (hasArrived) return "arrived";
    const isLate = message.failing_since !== null && now() - Date.parse(message.failing_since) >= GIVE_UP_AFTER;
    return isLate || status === GONE ? "given up" : "failed";
  }

  function headersOf(secrets: string[], { event_id }: Due, body: string): Record<string, string> {
    const moment = new Date(now());
    return {
      "content-type": "application/json",
      "user-agent": "Manabiya-Webhooks",
      "webhook-id": event_id,
      "webhook-timestamp": String(Math.floor(moment.getTime() / SECOND)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(event_id, moment, body)).join(" "),
    };
  }

  function nextAttempt({ attempts, failing_since }: Due): string {
    const wait = (WAITS[Math.min(attempts, WAITS.length - 1)] ?? 0) * (1 + JITTER * (Math.random() * 2 - 1));
    const end = (failing_since === null ? now() : Date.parse(failing_since)) + GIVE_UP_AFTER;
    return at(now() < end ? Math.min(now() + wait, end) : now() + wait);
  }

  deliveries.start(round, { interval: POLL_INTERVAL, failure: "messages to other tools cannot be sent" });
  return { wake: () => deliveries.wake(), stop: async () => deliveries.stop() };
}

/** After a change of AUTH_SECRET no secret opens. */
const UNREADABLE: Answer = { status: null, problem: "unreadable_secret", answer: "" };
