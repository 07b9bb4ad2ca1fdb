import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { createNetwork } from "../../src/webhooks/post.ts";
import { createAuthority, trust } from "./certificate.ts";

const HOST = "receiver.example.com";

export interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: { member?: number; [name: string]: unknown };
  text: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Every name leads to this machine, and this machine may be reached. */
const toLoopback = async () => [{ address: "127.0.0.1", family: 4 }];
export const localNetwork = () =>
  createNetwork({ isAllowed: (address) => address === "127.0.0.1", lookup: toLoopback });

/** A receiver of webhooks on a real port with TLS. `answer` decides what it says; default: 204. */
export async function openReceiver() {
  const authority = createAuthority();
  const distrust = trust(authority);
  const received: Received[] = [];
  const state = { answer: (response: ServerResponse, _message: Received) => void response.writeHead(204).end() };
  const server = createServer(authority.issue(HOST, 30), async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const { headers } = request;
    const message: Received = { ...JSON.parse(body), id: String(headers["webhook-id"]), headers, body };
    received.push(message);
    state.answer(response, message);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://${HOST}:${(server.address() as AddressInfo).port}/hook`,
    authority,
    received,
    state,
    close: async () => {
      distrust();
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Which of the secrets signed a message, at the clock of its header. */
export function signedBy({ id, headers, body }: Received, secrets: string[]): boolean[] {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const signatures = String(headers["webhook-signature"]).split(" ");
  return secrets.map((secret) => signatures.includes(new Webhook(secret).sign(id, at, body)));
}
