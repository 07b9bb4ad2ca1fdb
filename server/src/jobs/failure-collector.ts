/** A job's way through many things: one that fails keeps none of the others from being done, and fails the job at the end. */
export class FailureCollector {
  readonly #signal: AbortSignal | undefined;
  readonly #failures: unknown[] = [];

  /** Nothing more is begun once `signal` says so. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Never rejects. */
  async try(work: () => Promise<unknown>): Promise<void> {
    if (this.#signal?.aborted) return;
    await work().catch((error: unknown) => this.#failures.push(error));
  }

  /** @throws when something failed, or was not begun any more */
  end(): void {
    const [first] = this.#failures;
    if (this.#failures.length > 0)
      throw new Error(`parts of a job that failed: ${this.#failures.length}`, { cause: first });
    this.#signal?.throwIfAborted();
  }
}
