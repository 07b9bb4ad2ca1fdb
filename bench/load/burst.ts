import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests, a part of them on each connection, sent one after the other and over again. */
export interface Burst {
  url: string;
  requests: HttpRequest[];
  connections: number;
  seconds: number;
  /**
   * Requests a second in all, spread over it, after a second in which they begin and which does not count; none: each
   * connection sends its next one when it has its answer.
   */
  rate?: number;
  /** Seconds at the beginning that are not counted but by `settlingP99`, while connections come. */
  settling?: number;
}

export interface Outcome {
  perSecond: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Anything but an answer of 2xx. */
  errors: number;
  /** Answers of 2xx a second, and their p99. */
  accepted: number;
  acceptedP99: number;
  /** The p99 of 2xx while things settled. */
  settlingP99: number;
  /** Answers of 503, which say when to come back. */
  shed: number;
}

/** A load client in a process of its own, so that it takes no time of the server's process. */
export class LoadClient {
  readonly #process: ChildProcess = fork(fileURLToPath(new URL("./client.ts", import.meta.url)), {
    // Keeps what JSON has no word for, such as the percentile of nothing.
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
