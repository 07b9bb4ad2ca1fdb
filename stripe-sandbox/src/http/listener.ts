import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type ApiAnswer, type ApiRequest, OUTAGE } from "./api.ts";
import type { FailureInjector } from "./failures.ts";

const BODY_LIMIT = 1_000_000;

interface Listener {
  port: number;
  close: () => Promise<void>;
}

/** Listens on the loopback interface. @param port 0: a free one */
export async function listen(
  port: number,
  failures: FailureInjector,
  answer: (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>,
): Promise<Listener> {
  const server = createServer((request, response) => {
    serve(request, response, failures, answer).catch((error: unknown) => {
      console.error("The Stripe sandbox failed.", error);
      if (response.headersSent) response.destroy();
      else send(response, { ...OUTAGE, headers: { "content-type": "application/json" } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sandbox has no port.");
  return { port: address.port, close: () => stop(server) };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  failures: FailureInjector,
  answer: (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const failure = failures.next(method, url);
  if (failure?.mode === "down") return void request.socket.destroy();
  const body = await readBody(request);
  if (body === null) return send(response, TOO_LARGE);
  if (failure?.mode === "slow") await new Promise((resolve) => setTimeout(resolve, failure.ms ?? 0));
  const given = await answer({ method, url, headers: flat(request), body, failure });
  if (failure?.mode === "lost_answer") return void request.socket.destroy();
  send(response, given);
}

const TOO_LARGE: ApiAnswer = {
  status: 413,
  headers: { "content-type": "application/json", connection: "close" },
  body: JSON.stringify({ error: { type: "invalid_request_error", message: "The request is too large." } }),
};

function send(response: ServerResponse, { status, headers, body }: ApiAnswer): void {
  response.writeHead(status, headers).end(body);
}

/** @returns null when the body is too large */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function flat(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
