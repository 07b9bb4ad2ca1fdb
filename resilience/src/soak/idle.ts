import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Connections that got one answer, or were silent from the start, and stay open. */
export interface Idle {
  /** Answered, or connected when they are silent. */
  answered: number;
  /** Those that the server has not closed. */
  open(): number;
  close(): void;
}

/** Requests at a time. */
const OPENERS = 64;

/**
 * Opens connections from several addresses of this machine, each of which has its own ports.
 * @param headers of the one request; null: the connections are silent
 */
export async function openIdle(url: string, count: number, headers: Record<string, string> | null): Promise<Idle> {
  const { port } = new URL(url);
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET /api/home/ HTTP/1.1\r\nHost: x\r\n${lines.join("")}\r\n`;
  const sockets: Socket[] = [];
  let answered = 0;
  const opening = async (first: number) => {
    for (let number = first; number < count; number += OPENERS) {
      const localAddress = `127.0.0.${2 + (number % 8)}`;
      const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
      socket.on("error", () => {});
      sockets.push(socket);
      if (headers === null) {
        await Promise.race([once(socket, "connect"), once(socket, "close")]);
        answered += 1;
        continue;
      }
      socket.write(request);
      const [answer] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as [unknown];
      if (String(answer).startsWith("HTTP/1.1 200")) answered += 1;
      socket.resume();
    }
  };
  await Promise.all(Array.from({ length: OPENERS }, (_, first) => opening(first)));
  return {
    answered,
    open: () => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
