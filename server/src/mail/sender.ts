import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import { describeCodes } from "../observability/logger.ts";
import { Alarm } from "./alarm.ts";
import { nextAttempt, NEVER } from "./backoff.ts";
import { type ClaimedMail, claimMails, markMailSent, postponeMail } from "./outbox.ts";
import { isHardFailure, type SmtpError } from "./hard-failure.ts";
import { markDeliverable, markUndeliverable } from "./undeliverable.ts";
import type { MailTransport } from "./transport.ts";

/** Milliseconds between polls of the outbox, for retries and for mails of other processes. */
const POLL_INTERVAL = 5_000;

/** Mails that one process sends concurrently. */
const MAX_CONCURRENT = 5;

/** Milliseconds for one mail, from the DNS look-up to the server's reply. */
const SEND_TIMEOUT = 60_000;

/** Attempts, one per second, to mark a sent mail while the database is unreachable. */
const MARK_ATTEMPTS = 60;

/** Milliseconds that a process owns a claimed mail: longer than sending and marking take. */
export const LEASE = 180_000;

/** Milliseconds that `stop` waits for running deliveries before it aborts them. */
const DRAIN = 5_000;

interface SenderDeps {
  db: Database;
  transport: MailTransport;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

export interface MailSender {
  /** Polls the outbox at once. */
  wake(): void;
  /** Claims no more mails and resolves when the running deliveries have ended. */
  stop(): Promise<void>;
}

/**
 * Sends the mails of the outbox until it is stopped. Any number of processes may run it on one database: one of them
 * claims each mail. A mail is sent twice only if its process ends, or loses the database for a minute, between the mail
 * server's reply and marking the mail.
 */
export function startMailSender({ db, transport, now, log }: SenderDeps): MailSender {
  const alarm = new Alarm();
  const aborting = new AbortController();
  const deliveries = new Set<Promise<void>>();
  let stopping = false;

  async function poll(): Promise<void> {
    const limit = MAX_CONCURRENT - deliveries.size;
    if (limit === 0) return;
    for (const mail of await claimMails(db, { now: now(), leaseEnd: now() + LEASE, limit })) {
      const delivery = deliver(mail).finally(() => {
        deliveries.delete(delivery);
        alarm.ring();
      });
      deliveries.add(delivery);
    }
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const key = `${mail.created_at.replace(/[-:.]/g, "")}-${mail.id}`;
    const signal = AbortSignal.any([aborting.signal, AbortSignal.timeout(SEND_TIMEOUT)]);
    try {
      await transport.send({ ...mail, key }, signal);
    } catch (error) {
      return scheduleRetry(mail, error as SmtpError);
    }
    await markSent(mail);
  }

  async function markSent(mail: ClaimedMail): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await markMailSent(db, mail, now());
        if (mail.user_id !== null) await markDeliverable(db, [mail.user_id, mail.recipient]);
        return;
      } catch (err) {
        if (attempt === MARK_ATTEMPTS || aborting.signal.aborted) {
          log.error({ err, mail: mail.id }, "a mail was sent but could not be marked; it will be sent again");
          return;
        }
        await pause(1000);
      }
    }
  }

  async function scheduleRetry(mail: ClaimedMail, error: SmtpError): Promise<void> {
    if (isHardFailure(error) && mail.user_id !== null) {
      await markUndeliverable(db, [mail.user_id, mail.recipient, new Date(now()).toISOString()]).catch(() => {});
    }
    const until = nextAttempt(mail, now());
    // If this fails too, the mail is due again when its lease ends.
    await postponeMail(db, mail, until, error.message.slice(0, 500)).catch(() => {});
    // A server's answer may contain the recipient, so it is stored with the mail and not logged.
    const { code } = error;
    log.warn(
      { mail: mail.id, attempts: mail.attempts, code, until, cause: describeCodes(error) },
      until === NEVER ? "mail given up" : "mail not sent yet",
    );
  }

  async function run(): Promise<void> {
    while (!stopping) {
      await poll().catch((err: unknown) => log.warn({ err }, "the outbox cannot be read"));
      await alarm.sleep(POLL_INTERVAL);
    }
  }

  const running = run();
  return {
    wake: () => alarm.ring(),
    stop: async () => {
      stopping = true;
      alarm.ring();
      await running;
      const timer = setTimeout(() => aborting.abort(), DRAIN);
      await Promise.all(deliveries);
      clearTimeout(timer);
    },
  };
}
