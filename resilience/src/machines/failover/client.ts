import { Agent, type RequestOptions, request } from "node:https";
import { text } from "node:stream/consumers";

/** Milliseconds. Longer than a browser waits, so that a late answer is seen as late. */
const TIMEOUT = 30_000;

/** Milliseconds; shorter than nginx keeps an idle connection. */
const IDLE = 30_000;

/** One answer, or its absence. Times in milliseconds of `performance.now()`. */
export interface Answer {
  what: string;
  began: number;
  ended: number;
  /** Null: no answer; `reason` says why. */
  status: number | null;
  hasRetryAfter: boolean;
  reason: string;
}

interface Sent {
  token?: string | undefined;
  body?: object;
}

let asked = 0;

/** Sends requests through nginx, as browsers do, and remembers every answer. */
export class Client {
  readonly answers: Answer[] = [];
  readonly #url: URL;
  readonly #connections = new Agent({ keepAlive: true, timeout: IDLE });

  /** @param url of nginx on this machine, such as "https://localhost:41234" */
  constructor(url: string) {
    this.#url = new URL(url);
  }

  get origin(): string {
    return this.#url.origin;
  }

  /** @returns null unless the answer is one of success */
  async ask<T>(method: string, path: string, sent: Sent = {}): Promise<T | null> {
    const { status, body } = await this.send(method, path, sent);
    return status !== null && status < 300 ? (JSON.parse(body) as T) : null;
  }

  async send(method: string, path: string, sent: Sent = {}): Promise<{ status: number | null; body: string }> {
    const began = performance.now();
    const answered = (status: number | null, body: string, hasRetryAfter = false) => {
      const what = `${method} ${path.replace(/\/(\d+|cs_\w+)/g, "/…")}`;
      this.answers.push({ what, began, ended: performance.now(), status, hasRetryAfter, reason: body.slice(0, 120) });
      return { status, body };
    };
    try {
      const { status, body, hasRetryAfter } = await this.#exchange(method, path, sent);
      return answered(status, body, hasRetryAfter);
    } catch (error) {
      return answered(null, String(error));
    }
  }

  async #exchange(method: string, path: string, { token, body }: Sent) {
    const { host, hostname, port } = this.#url;
    const options: RequestOptions = {
      ...{ method, path, host: "127.0.0.1", port, servername: hostname },
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        host,
        ...(body && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      // One network may sign up and log in only a few times an hour.
      ...(path.startsWith("/api/auth/") ? { agent: false, localAddress: nextAddress() } : { agent: this.#connections }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      body: string;
      hasRetryAfter: boolean;
    }>();
    const sent = request(options, (answer) => {
      const { statusCode = 0, headers } = answer;
      const received = (content: string) =>
        resolve({ status: statusCode, body: content, hasRetryAfter: "retry-after" in headers });
      text(answer).then(received, reject);
    });
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
    return promise;
  }

  close(): void {
    this.#connections.destroy();
  }
}

/** Each of these loopback addresses is another visitor's. */
function nextAddress(): string {
  asked += 1;
  return `127.18.${(asked >> 8) & 255}.${asked & 255}`;
}
