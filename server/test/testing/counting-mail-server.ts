import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A real SMTP server on a free port that counts the mails it accepted. */
export interface CountingMailServer {
  url: string;
  /** Mails by recipient. */
  byRecipient: Map<string, number>;
  /** Mails by Message-ID. */
  byMessageId: Map<string, number>;
  /** Recipients whose mail was accepted, in that order. */
  accepted: string[];
  /** The newest mail. */
  last: string;
  /** Decides on a recipient: an SMTP reply such as "550 5.1.1 no such user", or nothing. */
  refuse: (recipient: string) => string | undefined | Promise<string | undefined>;
  /** Decides on a whole mail, as `refuse` on its recipient. */
  judge: (recipient: string) => string | undefined;
  /** Awaited after a mail was accepted, before the client learns it. */
  beforeReply: () => Promise<void>;
  start(): Promise<void>;
  /** @param grace milliseconds for mails that the server is receiving; by default they are lost */
  stop(grace?: number): Promise<void>;
}

export async function startCountingMailServer(): Promise<CountingMailServer> {
  let server: SMTPServer;
  let port = 0;
  const counting: CountingMailServer = {
    url: "",
    byRecipient: new Map(),
    byMessageId: new Map(),
    accepted: [],
    last: "",
    refuse: () => undefined,
    judge: () => undefined,
    beforeReply: async () => {},
    start,
    stop: (grace = 1) =>
      new Promise((resolve) => {
        server.options.closeTimeout = grace;
        server.close(resolve);
      }),
  };
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

  const errorOf = (reply: string | undefined) =>
    reply === undefined ? null : Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

  async function start(): Promise<void> {
    server = new SMTPServer({
      logger: false,
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _session, callback) => {
        Promise.resolve(counting.refuse(address)).then((reply) => callback(errorOf(reply)), callback);
      },
      onData: (stream, { envelope }, callback) => {
        buffer(stream)
          .then(async (raw) => {
            const refusal = errorOf(counting.judge(envelope.rcptTo[0]?.address ?? ""));
            if (refusal) return callback(refusal);
            counting.last = raw.toString();
            const id = /^Message-ID: (.*)$/im.exec(counting.last)?.[1]?.trim() ?? "none";
            for (const { address } of envelope.rcptTo) {
              counting.accepted.push(address);
              count(counting.byRecipient, address);
              count(counting.byMessageId, `${id} ${address}`);
            }
            await counting.beforeReply();
            callback();
          })
          // A client that was killed before the end of its mail: nothing was accepted.
          .catch(callback);
      },
    });
    server.on("error", () => {});
    const listening = server.listen(port, "127.0.0.1");
    await once(listening, "listening");
    port = (listening.address() as AddressInfo).port;
    counting.url = `smtp://127.0.0.1:${port}`;
  }

  await start();
  return counting;
}
