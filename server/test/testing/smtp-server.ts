import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail that the server accepted. */
interface TakenMail extends Email {
  envelope: { from: string; to: string[] };
}

/** A real SMTP server on a free port, which can stop, restart and delay its clients. */
export interface TestMailServer {
  url: string;
  taken: TakenMail[];
  /** The number of connected clients. */
  connected(): number;
  /** Delays the greeting of clients until `release`. */
  hold(): void;
  release(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options such as a certificate; default: neither TLS nor accounts */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const taken: TakenMail[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let server: SMTPServer;
  let port = 0;

  const start = async () => {
    server = new SMTPServer({
      logger: false,
      disabledCommands: ["AUTH", "STARTTLS"],
      closeTimeout: 1,
      onConnect: (_session, callback) => {
        if (isHeld) waiting.push(() => callback());
        else callback();
      },
      onData: (stream, { envelope }, callback) => {
        buffer(stream)
          .then(async (raw) => {
            const mail = await PostalMime.parse(raw);
            const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
            taken.push({ ...mail, envelope: { from, to: envelope.rcptTo.map(({ address }) => address) } });
            callback();
          })
          .catch(callback);
      },
      ...options,
    });
    // Clients may disconnect at any moment.
    server.on("error", () => {});
    const listening = server.listen(port, "127.0.0.1");
    await once(listening, "listening");
    port = (listening.address() as AddressInfo).port;
  };

  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connected: () => server.connections.size,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const greet of waiting.splice(0)) greet();
    },
    start,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
