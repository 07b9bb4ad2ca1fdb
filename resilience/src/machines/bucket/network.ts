// The network between the server and the bucket may be slow, or cut answers short.
import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";

export type Weather = "clear" | "slow" | "truncating";

/** Bytes per second of one connection in each direction, and milliseconds before each answer, of a slow network. */
const SLOW = { rate: 64 * 1024, delay: 500 };

/** Forwards HTTP to the bucket and counts what it answers. A lie about a length is consistent, so that no reader of HTTP notices. */
export class Network {
  weather: Weather = "clear";
  /** Bytes of answers. */
  bytes = 0;
  readonly #server: Server;
  readonly #target: number;
  readonly #host: string | null;

  private constructor(target: number, host: string | null) {
    this.#target = target;
    this.#host = host;
    const forward = (request: IncomingMessage, response: ServerResponse) =>
      void this.#forward(request, response).catch(() => response.destroy());
    // A bucket that refuses early resets a connection whose body comes all the same, and the refusal is lost.
    this.#server = createServer(forward).on("checkContinue", forward);
  }

  /** @param host replaces the header `Host`, as a CDN does; null: keeps it */
  static async open(target: number, host: string | null = null): Promise<Network> {
    const network = new Network(target, host);
    await once(network.#server.listen(0, "127.0.0.1"), "listening");
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const weather = this.weather;
    const headers = { ...request.headers, ...(this.#host !== null && { host: this.#host }) };
    const { method, url: path } = request;
    const upstream = send({ host: "127.0.0.1", port: this.#target, method, path, headers, agent: false });
    response.once("close", () => upstream.destroy());
    const answered = once(upstream, "response") as Promise<[IncomingMessage]>;
    // It is awaited below; a failure until then must not end the drill.
    answered.catch(() => undefined);
    if (headers.expect !== undefined) {
      upstream.flushHeaders();
      const isWanted = await Promise.race([once(upstream, "continue").then(() => true), answered.then(() => false)]);
      if (isWanted) response.writeContinue();
      if (isWanted) await pipeline(request, paced(weather), upstream).catch(() => undefined);
    } else {
      await pipeline(request, paced(weather), upstream).catch(() => undefined);
    }
    const [answer] = await answered;
    if (weather === "slow") await pause(SLOW.delay);
    const length = Number(answer.headers["content-length"] ?? 0);
    const isCut = weather === "truncating" && method === "GET" && length > 1_000_000;
    const limit = isCut ? Math.floor(length / 2) : Infinity;
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(isCut && { "content-length": limit }) });
    await pipeline(answer, paced(weather), this.#counted(limit), response);
  }

  #counted(limit: number): Transform {
    let left = limit;
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const part = chunk.subarray(0, Math.max(0, left));
        left -= chunk.length;
        this.bytes += part.length;
        done(null, part);
      },
    });
  }
}

function paced(weather: Weather): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (weather !== "slow") return done(null, chunk);
      setTimeout(() => done(null, chunk), (1_000 * chunk.length) / SLOW.rate);
    },
  });
}
