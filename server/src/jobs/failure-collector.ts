/** Collects the failures of a job's items, so that one failed item does not stop the others. */
export class FailureCollector {
  readonly #signal: AbortSignal | undefined;
  readonly #failures: unknown[] = [];

  /** @param signal aborted: further items are skipped */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Never rejects. */
  async try(work: () => Promise<unknown>): Promise<void> {
    if (this.#signal?.aborted) return;
    await work().catch((error: unknown) => this.#failures.push(error));
  }

  /** @throws when an item failed or was skipped */
  end(): void {
    const [first] = this.#failures;
    if (this.#failures.length > 0)
      throw new Error(`parts of a job that failed: ${this.#failures.length}`, { cause: first });
    this.#signal?.throwIfAborted();
  }
}
