import type { FastifyBaseLogger } from "fastify";
import type { RowOf } from "../db/columns.ts";
import type { Database } from "../db/open.ts";
import type { SiteSettings } from "../config/config.ts";
import { describeCodes } from "../observability/logger.ts";
import { Deliveries } from "../mail/deliveries.ts";
import { nextAttempt, NEVER } from "../mail/backoff.ts";
import { hardFailureCode, isAboutRecipient, type SmtpError } from "../mail/hard-failure.ts";
import { markUndeliverable } from "../mail/undeliverable.ts";
import type { UnsubscribeLinks } from "./preferences/unsubscribe-token.ts";
import type { MailTransport } from "../mail/transport.ts";
import { canAdvertise, composeMailing, type MailingText } from "./compose.ts";
import { listDueMailing } from "./list-recipients.ts";
import * as queries from "./queries.ts";

/** Milliseconds between looks for due mailings. */
const POLL_INTERVAL = 5_000;
/** Milliseconds while recipients are due. */
const BUSY_INTERVAL = 200;
/** Milliseconds. The rate is kept in each of them, by all processes together. */
const BATCH_INTERVAL = 1_000;
/** Milliseconds that a process owns a recipient: longer than sending takes. */
export const MAILING_LEASE = 120_000;
/** A server that shuts down says so at any moment, also after it took a mail: 421 is no answer to the mail. */
const CLOSING = 421;
/** Milliseconds for which the mailer rests after a failure of the mail server; it doubles at each further one. */
const FIRST_REST = 1_000;
const LONGEST_REST = 60_000;
interface MailerDeps {
  db: Database;
  transport: MailTransport;
  site: SiteSettings;
  unsubscribe: UnsubscribeLinks;
  /** Mails a minute, of all processes together. */
  rate: number;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

type Mailing = MailingText & { id: number; is_required: boolean };
type Claimed = RowOf<typeof queries.claimedColumns>;

/** The compiler does not see that a callback changed it. */
const state = (handing: "not yet" | "refused" | "done") => handing;

/**
 * Sends mailings until it is stopped; any number of processes may run it on one database. Nobody gets a mail twice: the
 * mail server receives the end of a mail right after the commit of `handed_at` was sent, and a recipient with it is never
 * claimed again unless the server answered that it refused the mail (decisions/043).
 */
export function startMailer({ db, transport, site, unsubscribe, rate, now, log }: MailerDeps): {
  stop(): Promise<void>;
} {
  const deliveries = new Deliveries(log);
  const perBatch = Math.max(1, Math.floor((rate * BATCH_INTERVAL) / 60_000));
  const interval = (perBatch * 60_000) / rate;
  const at = (ms: number) => new Date(ms).toISOString();
  /** Batches in a row in which the mail server failed. */
  let failures = 0;

  /** @returns the milliseconds until the next batch */
  async function sendBatch(): Promise<number> {
    const mayAdvertise = canAdvertise(site);
    while (await listDueMailing(db, now(), mayAdvertise));
    const [mailing] = await queries.findDueMailing(db, [at(now()), mayAdvertise]);
    if (!mailing) return POLL_INTERVAL;
    const taken = await queries.takeBatch(db, [mailing.id, at(now()), at(now() + interval)]);
    if (taken.length === 0) return BUSY_INTERVAL;
    const isServerUp = await sendTo(mailing, now() + interval);
    failures = isServerUp ? 0 : failures + 1;
    return isServerUp ? BUSY_INTERVAL : Math.min(FIRST_REST * 2 ** (failures - 1), LONGEST_REST);
  }

  /** Sends one batch, or less if it takes until `end`. @returns false after a failure of the mail server */
  async function sendTo(mailing: Mailing, end: number): Promise<boolean> {
    let isServerUp = true;
    for (let left = perBatch; left > 0 && isServerUp && !deliveries.isStopping && now() < end;) {
      const limit = Math.min(left, deliveries.free);
      const claimed = await queries.claimRecipients(db, [at(now()), mailing.id, at(now() + MAILING_LEASE), limit]);
      if (claimed.length === 0) break;
      left -= claimed.length;
      for (const recipient of claimed.filter(({ outcome }) => outcome === null)) {
        deliveries.add(async (signal) => {
          const isUp = await deliver(mailing, recipient, signal);
          isServerUp &&= isUp;
        });
      }
      await deliveries.untilOneIsFree();
    }
    await deliveries.untilAllEnd();
    return isServerUp;
  }

  /** @returns false after a failure of the mail server, which concerns every recipient */
  async function deliver(mailing: Mailing, to: Claimed, signal: AbortSignal): Promise<boolean> {
    const { recipient, created_at } = to;
    const refusal = mailing.is_required ? {} : { unsubscribeUrl: unsubscribe.link(to.user_id) };
    const row = [mailing.id, to.user_id, to.attempts];
    let handing: "not yet" | "refused" | "done" = "not yet";
    let hasFailed = false;
    let commit: Promise<unknown> = Promise.resolve();
    const handOver = async (tx: Database) => {
      const handed = await queries.handOver(tx, [at(now()), ...row, recipient]);
      // The server closed the connection meanwhile: the mail has no end, so its recipient is free again.
      if (hasFailed) throw new Error("the delivery has failed");
      handing = handed.length > 0 ? "done" : "refused";
      if (handing === "refused") throw new Error("the recipient may not get the mail any more");
    };
    // The commit and the end of the mail leave in the same turn of the event loop, so that a crash loses both or neither.
    const beforeEnd = () =>
      new Promise<void>((resolve, reject) => {
        commit = db.transaction((tx) => handOver(tx).then(resolve));
        commit.catch(reject);
      });
    // The same at each attempt, so that a mail program recognises a repeated mail.
    const key = `mailing-${mailing.id}-${to.user_id}`;
    try {
      const content = composeMailing(site, mailing, refusal.unsubscribeUrl, to.trial_ends_at);
      await transport.send({ ...content, key, recipient, created_at, ...refusal, beforeEnd }, signal);
    } catch (error) {
      hasFailed = true;
      const isCommitted = await commit.then(
        () => true,
        () => false,
      );
      // The next claim finds out why.
      if (state(handing) === "refused") return true;
      const isHanded = state(handing) === "done";
      // The database failed after the mail had its end.
      if (isHanded && !isCommitted) await deliveries.record(() => queries.handOver(db, [at(now()), ...row, recipient]));
      return fail(row, to, error as SmtpError, isHanded);
    }
    await deliveries.record(() => queries.finish(db, [...row, at(now()), "sent"]));
    return true;
  }

  async function fail(row: number[], to: Claimed, error: SmtpError, isHanded: boolean): Promise<boolean> {
    const fields = { mailing: row[0], attempts: to.attempts, code: error.code };
    const cause = describeCodes(error);
    if (isHanded && (error.responseCode === undefined || error.responseCode === CLOSING)) {
      // The server may have taken it, so it is not sent again. Staff see the number.
      log.warn({ ...fields, cause }, "a mail of a mailing was handed over without an answer");
      return false;
    }
    const until = nextAttempt(to, now());
    const refusedCode = hardFailureCode(error);
    if (refusedCode !== null) {
      await deliveries.record(() => markUndeliverable(db, [to.user_id, at(now()), refusedCode, to.recipient]));
    }
    if (refusedCode !== null || until === NEVER) {
      await deliveries.record(() => queries.finish(db, [...row, at(now()), "failed"]));
      return true;
    }
    const isServerUp = isAboutRecipient(error);
    // The mailer rests for all recipients, so an outage does not delay each of them by its own growing delay. 5xx to the
    // whole mail may concern this one alone.
    const isJudged = isHanded && (error.responseCode ?? 0) >= 500;
    await deliveries.record(() => queries.postpone(db, [...row, isServerUp || isJudged ? until : at(now())]));
    log.warn({ ...fields, cause, until }, "a mail of a mailing was not sent yet");
    return isServerUp;
  }

  deliveries.start(sendBatch, { interval: POLL_INTERVAL, failure: "mailings cannot be sent" });
  return {
    stop: async () => {
      await deliveries.stop();
      transport.close?.();
    },
  };
}
