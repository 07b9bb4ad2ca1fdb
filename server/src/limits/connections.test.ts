import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "./connections.ts";

const LIMITS = { idle: 10, all: 20 };

async function listening() {
  const server = createServer((_request, response) => response.end("answer"));
  limitConnections(server, LIMITS);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
  const ask = async (socket: Socket): Promise<string> => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const [answer] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as [unknown];
    return String(answer);
  };
  const stillOpen = () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  return { open, ask, stillOpen };
}

test("answers every connection and closes idle ones when there are too many", async () => {
  const { open, ask, stillOpen } = await listening();
  for (let count = 0; count < 5 * LIMITS.all; count++) {
    expect(await ask(await open())).toMatch(/^HTTP\/1.1 200/);
    // Two looks for idle connections are a tenth of a second apart.
    if (count % LIMITS.idle === 0) await pause(110);
  }
  expect(stillOpen()).toBeLessThanOrEqual(LIMITS.all);
});

test("keeps connections open as long as there are few", async () => {
  const { open, ask, stillOpen } = await listening();
  const [first] = await Promise.all(
    Array.from({ length: LIMITS.idle }, async () => {
      const socket = await open();
      await ask(socket);
      return socket;
    }),
  );
  expect(stillOpen()).toBe(LIMITS.idle);
  if (first) expect(await ask(first)).toMatch(/^HTTP\/1.1 200/);
});

test("closes connections above the limit at once when none is idle", async () => {
  const { open, stillOpen } = await listening();
  for (let count = 0; count < LIMITS.all + 5; count++) await open();
  await expect.poll(stillOpen).toBe(LIMITS.all);
});
