/** Trouble that tests make at the provider's door. */
export interface Fault {
  /**
   * `down`: the connection is cut before anything is read. `slow`: the answer comes late.
   * `error`: 500 and nothing is done. `error_after_work`: the work is done and kept under its idempotency key, but the
   * caller gets a 500. `lost_answer`: the work is done, and the connection is cut.
   */
  mode: "down" | "slow" | "error" | "error_after_work" | "lost_answer";
  /** For `slow`. */
  ms?: number;
  /** How many calls meet it; without it all of them, until it is taken away. */
  times?: number;
  /** `POST /v1/subscriptions`: only calls that begin so. */
  call?: string;
}

export class Faults {
  #active: { fault: Fault; left: number }[] = [];

  /** @returns what takes the fault away again. */
  add(fault: Fault): () => void {
    const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#active.push(entry);
    return () => {
      this.#active = this.#active.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#active = [];
  }

  /** The fault that this call meets, and counts it. */
  meet(method: string, url: string): Fault | null {
    const call = `${method} ${url}`;
    const entry = this.#active.find(({ fault, left }) => left > 0 && call.startsWith(fault.call ?? ""));
    if (entry === undefined) return null;
    entry.left--;
    return entry.fault;
  }
}
