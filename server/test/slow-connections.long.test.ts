import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();

test("closes connections with unfinished requests within twelve seconds", async () => {
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = t.app.server.address() as AddressInfo;
  const starts = [
    "GET /api/home/ HTTP/1.1\r\nHost: x\r\n",
    "POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n",
  ];
  const began = performance.now();
  const seconds = await Promise.all(
    starts.map(async (start) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write(start);
      // One byte per second, so that the connection is never idle.
      const drip = setInterval(() => socket.write(start.startsWith("GET") ? "X: y\r\n" : " "), 1_000);
      onTestFinished(() => {
        clearInterval(drip);
        socket.destroy();
      });
      socket.resume();
      await once(socket, "close");
      return (performance.now() - began) / 1000;
    }),
  );
  for (const each of seconds) expect(each).toBeLessThan(12);
});
