import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { drain } from "./shutdown.ts";

test("a response that never ends does not block the shutdown", async () => {
  const app = Fastify();
  app.get("/", (_request, reply) => {
    reply.raw.write("the beginning of something endless");
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const client = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => {});
  client.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(client, "data");
  await drain(app);
  expect(app.server.listening).toBe(false);
  if (!client.closed) await once(client, "close");
});

test("answers close their connections from the beginning of the notice to the load balancer", async () => {
  const app = Fastify();
  app.get("/", () => "answered");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
  expect((await fetch(url)).headers.get("connection")).toBe("keep-alive");
  const drained = drain(app, 200);
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  await drained;
});
