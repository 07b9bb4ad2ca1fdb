import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";

interface Seen {
  method: string | undefined;
  path: string;
  range: string | null;
}

/** Stands between nginx and the application: it records what nginx asks, and can lose a file or be away. */
export class Upstream {
  readonly port: number;
  readonly #application: number;
  readonly #lost = new Set<string>();
  #server: Server | null = null;
  seen: Seen[] = [];

  constructor(port: number, application: number) {
    this.port = port;
    this.#application = application;
  }

  async open(): Promise<void> {
    // A server that is away ends its connections, too.
    this.#server = createServer((incoming, answer) => this.#pass(incoming, answer)).listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }

  /** A next release does not have the file any more. */
  lose(path: string): void {
    this.#lost.add(path);
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url = "", headers } = incoming;
    const path = url.replace(/\?.*/, "");
    this.seen.push({ method, path, range: headers.range ?? null });
    const given = this.#lost.has(path) ? "/assets/gone.js" : url;
    const passed = request({ port: this.#application, method, path: given, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
      found.on("error", () => answer.destroy());
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }
}
