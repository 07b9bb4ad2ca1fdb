/** Above this limit extra concurrency only adds latency. At the limit a request waits about 50 ms (decisions/024). */
const MAX_REQUESTS = 128;
/** Milliseconds after which a request holds no slot: it waits for a card provider or an upload. */
const SLOW_REQUEST = 1_000;
/** Milliseconds. Requests that begin in the same interval are counted together. */
const INTERVAL = 10;

/**
 * Limits concurrent requests. It counts them by interval: a list of them would carry each into V8's old generation, which
 * doubles the cost of a request (decisions/archive/022).
 */
export class ConcurrencyLimiter {
  #running = 0;
  /** Running requests by the interval in which they began, oldest first. */
  readonly #intervals = new Map<number, number>();

  /** Requests that hold a slot. */
  get running(): number {
    return this.#running;
  }

  /** Counts a request even when the limiter is full: an admitted request may come back. @returns a slot for `release` */
  acquire(now: number): number {
    const interval = Math.floor(now / INTERVAL);
    this.#intervals.set(interval, (this.#intervals.get(interval) ?? 0) + 1);
    this.#running += 1;
    return interval;
  }

  release(interval: number): void {
    const count = this.#intervals.get(interval);
    // `#releaseSlow` released the whole interval.
    if (count === undefined) return;
    this.#running -= 1;
    if (count === 1) this.#intervals.delete(interval);
    else this.#intervals.set(interval, count - 1);
  }

  isFull(now: number): boolean {
    if (this.#running >= MAX_REQUESTS) this.#releaseSlow(now);
    return this.#running >= MAX_REQUESTS;
  }

  #releaseSlow(now: number): void {
    const slow = (now - SLOW_REQUEST) / INTERVAL;
    for (const [interval, count] of this.#intervals) {
      if (interval > slow) return;
      this.#intervals.delete(interval);
      this.#running -= count;
    }
  }
}
