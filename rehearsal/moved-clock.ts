// The production server loads this module before its own. The rehearsal moves its clock by messages, since a server without
// DEMO has none that moves. A worker gets the clock from its primary process.
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";

const INHERITED = "REHEARSAL_AHEAD";

/** To a process: milliseconds ahead of this machine's clock. Its answer has the same number in `set`. */
export interface ClockMessage {
  rehearsal: "clock" | "clock-set";
  ahead: number;
}

const { now: realNow } = Date;
let ahead = Number(process.env[INHERITED] ?? 0);
const now = () => realNow() + ahead;

// A proxy, so that dates that Node itself makes are still instances of it.
globalThis.Date = new Proxy(Date, {
  construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
  apply: (target) => Reflect.construct(target, [now()]).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

process.on("message", (message: Partial<ClockMessage>) => {
  if (message.rehearsal === "clock") void move(message.ahead ?? 0);
});

async function move(to: number): Promise<void> {
  ahead = to;
  // Workers that start later inherit the environment.
  process.env[INHERITED] = String(to);
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(workers.map((worker) => pass(worker, to)));
  process.send?.({ rehearsal: "clock-set", ahead: to } satisfies ClockMessage);
}

/** Resolves when the worker has set its clock, or ended. */
async function pass(worker: Worker, to: number): Promise<void> {
  const over = new AbortController();
  worker.send({ rehearsal: "clock", ahead: to } satisfies ClockMessage);
  const exited = once(worker, "exit", over).catch(() => undefined);
  const isSet = (async () => {
    for (;;) {
      const [message] = (await once(worker, "message", over)) as [Partial<ClockMessage>];
      if (message.rehearsal === "clock-set" && message.ahead === to) return;
    }
  })().catch(() => undefined);
  await Promise.race([exited, isSet]);
  over.abort();
}

if (cluster.isPrimary && process.connected) {
  // The rehearsal was killed.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
