import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, type Outcome, repeat, send, type Target } from "../target.ts";

const REQUESTS = 120;
const LOOPS = 6;
const KILLS = 3;
/** Milliseconds. */
const LOAD = 700;

/** A database that is away or read-only must be 503 with Retry-After, and not ready. */
export async function run(target: Target): Promise<Outcome> {
  const readOnly = await withReadOnly(target);
  const killed = await withKills(target);
  const wrong = [...readOnly, ...killed].filter((answer) => isWrong(answer));
  return { attempts: readOnly.length + killed.length, succeeded: wrong.length };
}

const isWrong = ({ status, headers }: Answer) => status === 500 || (status === 503 && !headers.has("retry-after"));

const toggle = (target: Target, index: number) =>
  send(target, `/api/videos/${1 + (index % 50)}/favorite/`, {
    method: "POST",
    body: {},
    headers: target.members.headers(1 + (index % 20)),
  });

/** As after the promotion of a standby that does not take writes yet. */
async function withReadOnly(target: Target): Promise<Answer[]> {
  const { db } = target.database;
  const { rows } = await db.query<{ name: string }>({ text: "select current_database() as name" });
  const name = rows[0]?.name ?? "";
  // Connections learn the setting when they begin.
  const set = (value: "on" | "off") =>
    db.query({ text: `alter database "${name}" set default_transaction_read_only = ${value}` });
  const endOthers = () =>
    db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    });
  await set("on");
  await endOthers();
  const answers = await repeat(REQUESTS, LOOPS, (index) => toggle(target, index));
  const ready = await send(target, "/health/ready");
  // A server that says that it is ready gets requests that it must refuse.
  const readiness = ready.status === 200 ? [{ ...ready, status: 500 }] : [];
  await db.query({ text: `set default_transaction_read_only = off` });
  await db.transaction(async (tx) => {
    await tx.query({ text: "set transaction read write" });
    await tx.query({ text: `alter database "${name}" set default_transaction_read_only = off` });
  });
  await endOthers();
  return [...answers, ...readiness];
}

async function withKills(target: Target): Promise<Answer[]> {
  const answers: Answer[] = [];
  let isOver = false;
  const ask = async (index: number) => {
    for (let count = 0; !isOver; count++) answers.push(await toggle(target, index + count));
  };
  const loops = Array.from({ length: LOOPS }, (_, index) => ask(index));
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(LOAD);
    const file = join(target.database.directory, "postmaster.pid");
    process.kill(Number((await readFile(file, "utf8")).split("\n")[0]), "SIGKILL");
    while ((await toggle(target, kill)).status !== 200) await pause(50);
  }
  isOver = true;
  await Promise.all(loops);
  return answers;
}
