/** More at once are answered no sooner, since they wait for each other; as many take some 50 ms on average. */
const SEATS = 128;
/** Milliseconds after which somebody is slow by nature (a card provider, an upload) and needs no seat any more. */
const SLOW_BY_NATURE = 1_000;
/** Milliseconds; who comes within so many of each other is counted as one moment. */
const MOMENT = 10;

/**
 * How many are inside. It counts moments and holds on to nobody: what a list of requests keeps a little longer than it
 * lives is carried into V8's old generation with everything that belongs to it, and doubled what a request costs.
 */
export class ConcurrencyLimiter {
  #taken = 0;
  /** How many came in a moment and are still inside; in the order of time. */
  readonly #moments = new Map<number, number>();

  /** Takes a seat, be there one or not: who was let in may go out and come back. @returns the moment, to leave with */
  take(now: number): number {
    const moment = Math.floor(now / MOMENT);
    this.#moments.set(moment, (this.#moments.get(moment) ?? 0) + 1);
    this.#taken += 1;
    return moment;
  }

  leave(moment: number): void {
    const here = this.#moments.get(moment);
    // They were forgotten.
    if (here === undefined) return;
    this.#taken -= 1;
    if (here === 1) this.#moments.delete(moment);
    else this.#moments.set(moment, here - 1);
  }

  areTaken(now: number): boolean {
    if (this.#taken >= SEATS) this.#forgetSlow(now);
    return this.#taken >= SEATS;
  }

  #forgetSlow(now: number): void {
    const slow = (now - SLOW_BY_NATURE) / MOMENT;
    for (const [moment, here] of this.#moments) {
      if (moment > slow) return;
      this.#moments.delete(moment);
      this.#taken -= here;
    }
  }
}
