import type { Store } from "./store.ts";

const OFFSET = "clock_offset";

/** Real time plus an offset that only grows. The offset is stored with the state. */
export class Clock {
  readonly #store: Store;
  readonly #base: () => number;

  constructor(store: Store, base: () => number) {
    this.#store = store;
    this.#base = base;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#base() + this.offset();
  }

  /** Milliseconds. */
  offset(): number {
    return Number(this.#store.get("setting", OFFSET)?.value ?? 0);
  }

  move(ms: number): void {
    if (!(ms >= 0)) throw new RangeError("The clock only goes forward.");
    this.#store.put("setting", { id: OFFSET, value: String(this.offset() + ms) });
    this.#store.commit();
  }
}
