import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { createApp } from "../src/app.ts";
import { useTestApp } from "./testing/test-app.ts";

const t = useTestApp();

const RUNS = 100;

/** Requests whose handlers wait, by the id in their header. */
const waiting = new Map<string, () => void>();
let app: Awaited<ReturnType<typeof createApp>>;
let received = 0;

// Time stands still, so that no request loses its slot by becoming slow.
beforeEach(() => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  return () => clock.mockRestore();
});

beforeAll(async () => {
  app = await createApp(t.deps);
  for (const url of ["/api/wait/", "/page"]) {
    app.route({
      method: ["GET", "POST", "PUT", "DELETE"],
      url,
      config: { access: "public", upload: { fileSize: 1_000 } },
      schema: { response: { 200: z.object({}) } },
      handler: ({ headers }) =>
        new Promise<Record<string, never>>((resolve) => waiting.set(String(headers["x-id"]), () => resolve({}))),
    });
  }
  // A look-up that takes until the client has left.
  app.addHook("onRequest", async ({ headers, raw }) => {
    if (headers["x-leaves"] !== undefined) await once(raw.socket, "close");
  });
  app.server.prependListener("request", () => received++);
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const port = () => (app.server.address() as AddressInfo).port;

/** `holds`: the handler waits and the request holds a slot; `waits`: without a slot; `answers`: it is answered at once. */
const TARGETS = {
  "/api/wait/": "holds",
  "/api/wait/?page=1": "holds",
  "/%61pi/wait/": "holds",
  "/api/%77%61%69%74/": "holds",
  "http://elsewhere.example/api/wait/": "holds",
  "/page": "waits",
  "/%70age": "waits",
  "/api/unknown/": "answers",
  "/%61pi/unknown/": "answers",
  "//api/wait/": "answers",
  "/api/wait/../wait/": "answers",
  "/API/wait/": "answers",
  "/x": "answers",
  "/landing": "answers",
  "/api/%zz/": "answers",
  "/api/profile/": "answers",
} as const;

const BODIES = {
  none: "",
  json: '{"a":"0123456789"}',
  wrong: '{"a":"0123456789"',
  form: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n0123456789\r\n--x--\r\n',
} as const;

const TYPES = {
  none: "",
  json: "application/json",
  wrong: "application/json",
  form: "multipart/form-data; boundary=x",
};

const call = fc.record({
  target: fc.constantFrom(...(Object.keys(TARGETS) as (keyof typeof TARGETS)[])),
  method: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
  body: fc.constantFrom(...(Object.keys(BODIES) as (keyof typeof BODIES)[])),
  /** Bytes of the first part; null: the body is sent at once. */
  split: fc.option(fc.integer({ min: 0, max: 10 })),
  isChunked: fc.boolean(),
  /** Requests on the same connection, each sent before the answer to the one before. */
  pipelined: fc.integer({ min: 1, max: 3 }),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("send" as const), call }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("leave", "abort", "finish", "release"), index: fc.nat(20) }),
  },
);

/** A connection whose requests are not answered yet. */
interface Open {
  socket: Socket;
  ids: string[];
  isApi: boolean;
  /** The rest of the last request's body. */
  rest: string | null;
  /** Requests whose handlers wait now. */
  inside: number;
  answers: () => number;
}

let lastId = 0;

function messageOf({ target, method, body, split, isChunked }: Call, id: string): [string, string | null] {
  const content = method === "GET" ? "" : BODIES[body];
  const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\n`;
  if (content === "") return [`${head}\r\n`, null];
  const size = content.length.toString(16);
  const framed = isChunked ? `${size}\r\n${content}\r\n0\r\n\r\n` : content;
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${content.length}`;
  const whole = `${head}Content-Type: ${TYPES[body]}\r\n${length}\r\n\r\n`;
  return split === null ? [whole + framed, null] : [whole + framed.slice(0, split), framed.slice(split)];
}

/** Whether the handler is reached once the body is complete. */
const reaches = ({ target, method, body }: Call) =>
  TARGETS[target] !== "answers" && !(method !== "GET" && body === "wrong");

async function send(sent: Call): Promise<Open | null> {
  const socket = connect(port(), "127.0.0.1").on("error", () => {});
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  await once(socket, "connect");
  const count = sent.pipelined;
  const ids = Array.from({ length: count }, () => `id-${++lastId}`);
  const messages = ids.map((id, index) => messageOf(index < count - 1 ? { ...sent, split: null } : sent, id));
  const before = received;
  socket.write(messages.map(([first]) => first).join(""));
  const rest = messages.at(-1)?.[1] ?? null;
  const answers = () => text.split("HTTP/1.1 ").length - 1;
  if (!reaches(sent)) {
    if (rest !== null) await expect.poll(() => received - before, { interval: 2 }).toBe(count);
    // Half of them leave in the middle of their body.
    if (rest !== null && lastId % 2 === 0) socket.destroy();
    else socket.write(rest ?? "");
    await expect.poll(() => answers() > 0 || socket.closed, { interval: 2 }).toBe(true);
    socket.destroy();
    return null;
  }
  await expect.poll(() => received - before, { interval: 2 }).toBe(count);
  const inside = rest === null ? count : count - 1;
  const isInside = () => ids.filter((id) => waiting.has(id)).length;
  await expect.poll(isInside, { interval: 2 }).toBe(inside);
  return { socket, ids, isApi: TARGETS[sent.target] === "holds", rest, inside, answers };
}

/** A client that disconnects before its request reaches the handler. */
async function leave(): Promise<void> {
  const id = `id-${++lastId}`;
  const socket = connect(port(), "127.0.0.1").on("error", () => {});
  const before = received;
  socket.write(`GET /%61pi/wait/ HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\nX-Leaves: 1\r\n\r\n`);
  await expect.poll(() => received - before, { interval: 2 }).toBe(1);
  socket.destroy();
  await expect.poll(() => waiting.has(id), { interval: 2 }).toBe(true);
}

async function finish(open: Open): Promise<void> {
  open.socket.write(open.rest ?? "");
  open.rest = null;
  open.inside += 1;
  await expect.poll(() => open.ids.every((id) => waiting.has(id)), { interval: 2 }).toBe(true);
}

async function release(open: Open): Promise<void> {
  for (const id of open.ids) waiting.get(id)?.();
  await expect.poll(open.answers, { interval: 2 }).toBe(open.inside);
  open.socket.destroy();
}

/** Waits for the count, and looks again after the events that were pending. */
async function expectSlots(opens: readonly Open[]): Promise<void> {
  const inside = opens.reduce((sum, open) => sum + (open.isApi ? open.inside : 0), 0);
  await expect.poll(() => app.slotsInUse(), { interval: 2, timeout: 3_000 }).toBe(inside);
  await turn();
  expect(app.slotsInUse()).toBe(inside);
}

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

test("the slots in use equal the requests inside at every step, and none is in use at rest", () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const opens: Open[] = [];
      for (const next of steps) {
        if (next.kind === "send") {
          const open = await send(next.call);
          if (open) opens.push(open);
        } else if (next.kind === "leave") {
          await leave();
        } else {
          const fits =
            next.kind === "abort" ? opens : opens.filter(({ rest }) => (next.kind === "finish") === (rest !== null));
          const open = fits[next.index % fits.length];
          if (!open) continue;
          if (next.kind === "finish") await finish(open);
          else {
            opens.splice(opens.indexOf(open), 1);
            if (next.kind === "abort") open.socket.destroy();
            else await release(open);
          }
        }
        await expectSlots(opens);
      }
      for (const { socket } of opens) socket.destroy();
      await expect.poll(connections, { interval: 2 }).toBe(0);
      await expectSlots([]);
      // Handlers whose clients have left end later and release nothing.
      for (const answer of waiting.values()) answer();
      waiting.clear();
      await expectSlots([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  ));

describe("140 requests that are answered at once leave the API open", () => {
  test.each(["/x", "/landing", "/%61pi/unknown/", "//api/home/", "/api/%zz/"])("POST %s", async (target) => {
    const sockets = Array.from({ length: 140 }, () => connect(port(), "127.0.0.1").on("error", () => {}));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
    for (const socket of sockets) socket.write(head);
    await Promise.all(
      sockets.map(async (socket) => {
        await once(socket, "connect");
        socket.write("{}");
        await once(socket, "data");
      }),
    );
    expect((await fetch(`http://127.0.0.1:${port()}/api/home/`)).status).toBe(401);
    await expect.poll(() => app.slotsInUse()).toBe(0);
  });
});
