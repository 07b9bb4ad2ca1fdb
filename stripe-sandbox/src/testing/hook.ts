import { createServer } from "node:http";
import Stripe from "stripe";
import { onTestFinished } from "vitest";

export const SECRET = "whsec_of_the_test";

export interface Hook {
  url: string;
  /** Events whose signature was right, in order of arrival. */
  taken: Stripe.Event[];
  /** The status of the next answers; 200 when it is empty. */
  answers: number[];
}

/** The product's end of the webhook: verifies every delivery with the SDK. @param now its clock, milliseconds */
export async function openHook(now: () => number): Promise<Hook> {
  const hook: Hook = { url: "", taken: [], answers: [] };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const status = hook.answers.shift() ?? 200;
      const event = Stripe.webhooks.constructEvent(
        Buffer.concat(parts),
        request.headers["stripe-signature"] ?? "",
        SECRET,
        300,
        undefined,
        now(),
      );
      if (status === 200) hook.taken.push(event);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The hook has no port.");
  hook.url = `http://127.0.0.1:${address.port}/`;
  return hook;
}
