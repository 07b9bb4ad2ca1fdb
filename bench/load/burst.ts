import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests that are spread over the connections and repeated. */
export interface Burst {
  url: string;
  requests: HttpRequest[];
  connections: number;
  seconds: number;
  /**
   * Requests a second in total, after a ramp-up of one second that does not count. Undefined: each connection sends its
   * next request after the answer.
   */
  rate?: number;
  /** Seconds at the beginning, while connections open, that only `settlingP99` counts. */
  settling?: number;
}

export interface Outcome {
  perSecond: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** All answers but 2xx. */
  errors: number;
  /** 2xx answers a second, and their p99. */
  accepted: number;
  acceptedP99: number;
  /** The p99 of 2xx answers while connections opened. */
  settlingP99: number;
  /** Number of 503 answers. */
  shed: number;
  /** Number of 429 answers: a member asked more often than the product allows one. */
  limited: number;
}

/** The load client is a separate process, so that it does not share the server's event loop. */
export class LoadClient {
  readonly #process: ChildProcess = fork(fileURLToPath(new URL("./client.ts", import.meta.url)), {
    // JSON cannot represent NaN, the percentile of an empty list.
    serialization: "advanced",
  });

  async fire(burst: Burst): Promise<Outcome> {
    this.#process.send(burst);
    const [outcome] = (await once(this.#process, "message")) as [Outcome];
    return outcome;
  }

  close(): void {
    this.#process.disconnect();
  }
}
