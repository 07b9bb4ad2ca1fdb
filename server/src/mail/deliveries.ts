import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";

/** Mails that one sender of a process sends concurrently. After a crash at most as many are uncertain. */
const MAX_CONCURRENT = 5;

/** Milliseconds for one mail, from the DNS look-up to the server's reply. */
const SEND_TIMEOUT = 60_000;

/** Attempts, one per second, to record an outcome while the database is unreachable. */
const RECORD_ATTEMPTS = 60;

/** Milliseconds that `stop` waits for running deliveries before it aborts them. */
const DRAIN = 5_000;

type Log = Pick<FastifyBaseLogger, "warn" | "error">;

/** The deliveries of a sender, which works in rounds until it is stopped. */
export class Deliveries {
  isStopping = false;
  readonly #log: Log;
  /** Resolves when the next round shall start. A call between two sleeps ends the next one at once. */
  #woken = Promise.withResolvers<void>();
  readonly #aborting = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #rounds = Promise.resolve();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * @param round sends what is due @returns the milliseconds until the next round
   * @param options.interval the milliseconds after a round that failed @param options.failure the line in the log then
   */
  start(round: () => Promise<number>, { interval, failure }: { interval: number; failure: string }): void {
    const run = async () => {
      while (!this.isStopping) {
        const wait = await round().catch((err: unknown) => {
          this.#log.warn({ err }, failure);
          return interval;
        });
        const sleep = new AbortController();
        await Promise.race([this.#woken.promise, pause(wait, undefined, sleep).catch(() => {})]);
        sleep.abort();
        this.#woken = Promise.withResolvers();
      }
    };
    this.#rounds = run();
  }

  /** How many more mails may be sent at once. */
  get free(): number {
    return MAX_CONCURRENT - this.#running.size;
  }

  /** Sends a mail beside the others. The signal limits its time. */
  add(deliver: (signal: AbortSignal) => Promise<void>): void {
    const signal = AbortSignal.any([this.#aborting.signal, AbortSignal.timeout(SEND_TIMEOUT)]);
    const delivery = deliver(signal).finally(() => this.#running.delete(delivery));
    this.#running.add(delivery);
  }

  async untilOneIsFree(): Promise<void> {
    if (this.free <= 0) await Promise.race(this.#running);
  }

  async untilAllEnd(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Records an outcome, if need be when the database is back. Otherwise the mail stays claimed until its lease ends. */
  async record(work: () => Promise<unknown>, fields: object = {}): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await work();
        return;
      } catch (err) {
        if (attempt === RECORD_ATTEMPTS || this.#aborting.signal.aborted) {
          this.#log.error({ err, ...fields }, "the outcome of a delivery could not be recorded");
          return;
        }
        await pause(1000);
      }
    }
  }

  /** Starts the next round at once. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Starts no more rounds and resolves when the running deliveries have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    const timer = setTimeout(() => this.#aborting.abort(), DRAIN);
    await this.#rounds;
    await this.untilAllEnd();
    clearTimeout(timer);
  }
}
