import { createServer } from "node:http";
import Stripe from "stripe";
import { onTestFinished } from "vitest";

export const SECRET = "whsec_of_the_test";

export interface WebhookReceiver {
  url: string;
  /** By which it verifies. A delivery without a signature by it is refused with 400. */
  secret: string;
  /** Accepted events in order of arrival. */
  accepted: Stripe.Event[];
  /** Statuses of the next answers; then 200. */
  answers: number[];
}

/** A webhook endpoint that verifies every delivery with the SDK. @param now its clock, milliseconds */
export async function openWebhookReceiver(now: () => number): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { url: "", secret: SECRET, accepted: [], answers: [] };
  const verified = (body: Buffer, header: string | string[]): Stripe.Event | null => {
    try {
      return Stripe.webhooks.constructEvent(body, header, receiver.secret, 300, undefined, now());
    } catch {
      return null;
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const event = verified(Buffer.concat(chunks), request.headers["stripe-signature"] ?? "");
      const status = event === null ? 400 : (receiver.answers.shift() ?? 200);
      if (event !== null && status === 200) receiver.accepted.push(event);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  receiver.url = `http://127.0.0.1:${address.port}/`;
  return receiver;
}
