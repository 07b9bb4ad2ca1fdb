import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import { describeCodes } from "../observability/logger.ts";
import { nextAttempt, NEVER } from "./backoff.ts";
import { Deliveries } from "./deliveries.ts";
import { type ClaimedMail, claimMails, markMailSent, postponeMail } from "./outbox.ts";
import { hardFailureCode, type SmtpError } from "./hard-failure.ts";
import { markDeliverable, markUndeliverable } from "./undeliverable.ts";
import type { MailTransport } from "./transport.ts";

/** Milliseconds between polls of the outbox, for retries and for mails of other processes. */
const POLL_INTERVAL = 5_000;

/** Milliseconds that a process owns a claimed mail: longer than sending and marking take. */
export const LEASE = 180_000;

interface SenderDeps {
  db: Database;
  transport: MailTransport;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

export type MailSender = Pick<Deliveries, "wake" | "stop">;

/**
 * Sends the mails of the outbox until it is stopped. Any number of processes may run it on one database: one of them
 * claims each mail. A mail is sent twice only if its process ends, or loses the database for a minute, between the mail
 * server's reply and marking the mail.
 */
export function startMailSender({ db, transport, now, log }: SenderDeps): MailSender {
  const deliveries = new Deliveries(log);

  async function poll(): Promise<number> {
    const limit = deliveries.free;
    const mails = limit === 0 ? [] : await claimMails(db, { now: now(), leaseEnd: now() + LEASE, limit });
    for (const mail of mails) {
      deliveries.add((signal) => deliver(mail, signal).finally(() => deliveries.wake()));
    }
    return POLL_INTERVAL;
  }

  async function deliver(mail: ClaimedMail, signal: AbortSignal): Promise<void> {
    const key = `${mail.created_at.replace(/[-:.]/g, "")}-${mail.id}`;
    try {
      await transport.send({ ...mail, key }, signal);
    } catch (error) {
      return scheduleRetry(mail, error as SmtpError);
    }
    // A sent mail that cannot be marked is sent again.
    const markSent = async () => {
      await markMailSent(db, mail, now());
      if (mail.user_id !== null) await markDeliverable(db, [mail.user_id, mail.recipient]);
    };
    await deliveries.record(markSent, { mail: mail.id });
  }

  async function scheduleRetry(mail: ClaimedMail, error: SmtpError): Promise<void> {
    const refusedCode = hardFailureCode(error);
    if (refusedCode !== null && mail.user_id !== null) {
      const values = [mail.user_id, new Date(now()).toISOString(), refusedCode, mail.recipient];
      await markUndeliverable(db, values).catch(() => {});
    }
    const until = refusedCode === null ? nextAttempt(mail, now()) : NEVER;
    // If this fails too, the mail is due again when its lease ends.
    await postponeMail(db, mail, { until, reason: error.message.slice(0, 500), refusedCode }).catch(() => {});
    // A server's answer may contain the recipient, so it is stored with the mail and not logged.
    const { code } = error;
    log.warn(
      { mail: mail.id, attempts: mail.attempts, code, until, cause: describeCodes(error) },
      refusedCode !== null ? "mail refused for good" : until === NEVER ? "mail given up" : "mail not sent yet",
    );
  }

  deliveries.start(poll, { interval: POLL_INTERVAL, failure: "the outbox cannot be read" });
  return { wake: () => deliveries.wake(), stop: async () => deliveries.stop() };
}
