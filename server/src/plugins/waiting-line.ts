/** Milliseconds; who comes within so many of each other is counted as one moment. */
const MOMENT = 10;

/**
 * How many wait, and for how long the first of them has. It counts moments and holds on to nobody: what a list of requests
 * keeps a little longer than it lives is carried into V8's old generation with everything that belongs to it, and
 * doubled what a request costs.
 */
export class WaitingLine {
  #size = 0;
  /** How many came in a moment and still wait; in the order of time. */
  readonly #moments = new Map<number, number>();

  get size(): number {
    return this.#size;
  }

  /** @returns the moment, with which they leave again */
  enter(now: number): number {
    const moment = Math.floor(now / MOMENT);
    this.#moments.set(moment, (this.#moments.get(moment) ?? 0) + 1);
    this.#size += 1;
    return moment;
  }

  leave(moment: number): void {
    const waiting = this.#moments.get(moment);
    // They were forgotten.
    if (waiting === undefined) return;
    this.#size -= 1;
    if (waiting === 1) this.#moments.delete(moment);
    else this.#moments.set(moment, waiting - 1);
  }

  /** Milliseconds that the first one waits; who waits for `most` and longer is forgotten. */
  longest(now: number, most: number): number {
    for (const [moment, waiting] of this.#moments) {
      const time = now - moment * MOMENT;
      if (time < most) return time;
      this.#moments.delete(moment);
      this.#size -= waiting;
    }
    return 0;
  }
}
