import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { ownHostOnly } from "./own-host.ts";

async function statusFor(host: string, forwarded = "localhost"): Promise<number> {
  const app = Fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  app.addHook("onRequest", ownHostOnly("https://demo.manabiya.example"));
  app.get("/sandbox/", async () => "mails");
  return (await app.inject({ url: "/sandbox/", headers: { host, "x-forwarded-host": forwarded } })).statusCode;
}

test.each(["localhost:3000", "LOCALHOST", "127.0.0.1:3000", "[::1]:3000", "192.168.1.5", "demo.manabiya.example"])(
  "opens the demo's pages under %s",
  async (host) => expect(await statusFor(host)).toBe(200),
);

test.each([
  "evil.example",
  "localhost.evil.example:3000",
  "127.0.0.1.evil.example",
  "a@b",
  "demo.manabiya.example.evil",
])("refuses them under the name %j, whatever a proxy is said to have seen", async (host) =>
  expect(await statusFor(host)).toBe(403),
);
