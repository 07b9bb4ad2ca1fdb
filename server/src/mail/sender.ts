import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/open.ts";
import { Alarm } from "./alarm.ts";
import { nextAttempt, NEVER } from "./backoff.ts";
import { type ClaimedMail, claimMails, markMailSent, postponeMail } from "./outbox.ts";
import type { MailTransport } from "./transport.ts";

/** Milliseconds between looks at the outbox when nobody wakes the sender: mails of other processes, second attempts. */
const LOOK_EVERY = 5_000;

/** Mails that one process sends at once, so that a slow one does not hold up the others. */
const AT_ONCE = 5;

/** Milliseconds for one mail from the first look-up to the server's last word. */
const SEND_TIMEOUT = 60_000;

/** Seconds that noting "sent" is tried while the database is away. */
const MARK_ATTEMPTS = 60;

/** Milliseconds that a mail belongs to the process that claimed it: longer than sending and noting can take. */
export const LEASE = 180_000;

/** Milliseconds that `stop` waits for mails on their way before it cuts them off. */
const DRAIN = 5_000;

interface SenderParts {
  db: Database;
  transport: MailTransport;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

export interface MailSender {
  /** Looks into the outbox at once. */
  wake(): void;
  /** Takes no more mails and resolves when those on their way have arrived or failed. */
  stop(): Promise<void>;
}

/**
 * Sends what lies in the outbox until it is stopped. Any number of processes may do so on one database: each mail
 * is claimed by one of them. A mail goes out twice only if its process ended, or lost the database for a minute,
 * between the mail server's last word and noting it.
 */
export function startMailSender({ db, transport, now, log }: SenderParts): MailSender {
  const alarm = new Alarm();
  const cut = new AbortController();
  const onTheirWay = new Set<Promise<void>>();
  let stopping = false;

  async function look(): Promise<void> {
    const most = AT_ONCE - onTheirWay.size;
    if (most === 0) return;
    for (const mail of await claimMails(db, { now: now(), leaseEnd: now() + LEASE, most })) {
      const delivery = deliver(mail).finally(() => {
        onTheirWay.delete(delivery);
        alarm.ring();
      });
      onTheirWay.add(delivery);
    }
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const key = `${mail.created_at.replace(/[-:.]/g, "")}-${mail.id}`;
    const signal = AbortSignal.any([cut.signal, AbortSignal.timeout(SEND_TIMEOUT)]);
    try {
      await transport.send({ ...mail, key }, signal);
    } catch (error) {
      return postpone(mail, error as NodeJS.ErrnoException);
    }
    await note(mail);
  }

  async function note(mail: ClaimedMail): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await markMailSent(db, mail, now());
      } catch (err) {
        if (attempt === MARK_ATTEMPTS || cut.signal.aborted) {
          log.error(
            { err, mail: mail.id },
            "a mail was sent, which could not be noted; it will be sent again",
          );
          return;
        }
        await pause(1000);
      }
    }
  }

  async function postpone(mail: ClaimedMail, error: NodeJS.ErrnoException): Promise<void> {
    const until = nextAttempt(mail, now());
    // Unnoted, the mail is due again when its lease is over.
    await postponeMail(db, mail, until, error.message.slice(0, 500)).catch(() => {});
    // The error's text may name the recipient: it stays beside the mail.
    const { code } = error;
    log.warn(
      { mail: mail.id, attempts: mail.attempts, code, until },
      until === NEVER ? "mail given up" : "mail not sent yet",
    );
  }

  async function run(): Promise<void> {
    while (!stopping) {
      await look().catch((err: unknown) => log.warn({ err }, "the outbox cannot be read"));
      await alarm.sleep(LOOK_EVERY);
    }
  }

  const running = run();
  return {
    wake: () => alarm.ring(),
    stop: async () => {
      stopping = true;
      alarm.ring();
      await running;
      const timer = setTimeout(() => cut.abort(), DRAIN);
      await Promise.all(onTheirWay);
      clearTimeout(timer);
    },
  };
}
