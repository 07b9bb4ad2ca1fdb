/** A failure that tests inject in front of the API. */
export interface InjectedFailure {
  /**
   * `down`: the connection is cut before the request is read. `slow`: the answer is delayed by `ms`.
   * `error`: 500 without any work. `error_after_work`: the work is committed, but the answer is 500. `lost_answer`: the
   * work is committed, and the connection is cut. `refused`: the answer is `status`, without any work.
   *
   * Like Stripe, the sandbox stores a 500 under the idempotency key of its request and replays it for a day. A refused
   * request never begins, so its key stays unused.
   */
  mode: "down" | "slow" | "error" | "error_after_work" | "lost_answer" | "refused";
  /** Milliseconds, for `slow`. */
  ms?: number;
  /** For `refused`. Default: 429. */
  status?: Refusal;
  /** How many calls fail. Default: all of them until the failure is removed. */
  times?: number;
  /** Method and start of the path, such as `POST /v1/subscriptions`. Default: every call. */
  call?: string;
}

/** 400: invalid parameters. 401: wrong key. 403: missing permission. 409: the object is locked by another request. 429: too many requests. */
export type Refusal = 400 | 401 | 403 | 409 | 429;

export class FailureInjector {
  #active: { failure: InjectedFailure; left: number }[] = [];

  /** @returns a function that removes the failure */
  add(failure: InjectedFailure): () => void {
    const entry = { failure, left: failure.times ?? Number.POSITIVE_INFINITY };
    this.#active.push(entry);
    return () => {
      this.#active = this.#active.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#active = [];
  }

  /** Counts the call against the first failure that applies to it. */
  next(method: string, url: string): InjectedFailure | null {
    const call = `${method} ${url}`;
    const entry = this.#active.find(({ failure, left }) => left > 0 && call.startsWith(failure.call ?? ""));
    if (entry === undefined) return null;
    entry.left--;
    return entry.failure;
  }
}
