// Programs between the service and its neighbours, which a drill shuts or changes.
import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type Authority, type Certificate, createAuthority } from "@manabiya/server/test/testing/certificate.ts";

/** Days, as of a certificate that was renewed. */
const FRESH = 80;

/** A listener on one port of loopback that can be shut and opened again. */
class Door {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  port = 0;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  async open(): Promise<void> {
    await once(this.#server.listen(this.port, "127.0.0.1"), "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async shut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** Passes bytes to another port, as a network does. */
export class Cable extends Door {
  constructor(to: number) {
    super(
      createServer((near) => {
        const far = connect(to, "127.0.0.1");
        for (const socket of [near, far]) socket.on("error", () => undefined);
        near.pipe(far).pipe(near);
        near.once("close", () => far.destroy());
        far.once("close", () => near.destroy());
      }),
    );
  }
}

/** The reverse proxy in front: TLS, and the header with the visitor's address. */
export class Proxy extends Door {
  readonly authority: Authority;
  readonly #tls: ReturnType<typeof createTlsServer>;

  constructor(to: number) {
    const authority = createAuthority("Authority of the drill");
    const tls = createTlsServer(authority.issue("localhost", FRESH), (incoming, answer) => {
      pass(incoming, answer, to);
    });
    super(tls);
    this.#tls = tls;
    this.authority = authority;
  }

  /** @param days until the certificate ends; negative: it has ended */
  show(days = FRESH): void {
    const certificate: Certificate = this.authority.issue("localhost", days);
    this.#tls.setSecureContext(certificate);
  }
}

function pass(incoming: IncomingMessage, answer: ServerResponse, to: number): void {
  const { method = "GET", url = "/", headers, socket } = incoming;
  const named = { "x-forwarded-for": socket.remoteAddress, "x-forwarded-proto": "https" };
  const outgoing = request({ host: "127.0.0.1", port: to, method, path: url, headers: { ...headers, ...named } });
  outgoing.on("response", (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  outgoing.on("error", () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end("Bad Gateway");
  });
  incoming.pipe(outgoing);
}
