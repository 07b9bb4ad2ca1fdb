// PostgreSQL is stopped in three ways under load and restarts; failing requests must succeed again a second later.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { atLeast, atMost, type Finding, none } from "./finding.ts";
import { openService, type Service } from "./service.ts";

const LOOPS = 8;
const ENDS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;
const BEFORE = 1_000;
const AFTER = 4_000;
const GOAL = 1_000;

export interface Restart {
  signal: string;
  /** Milliseconds: when PostgreSQL accepted connections again. */
  backAt: number;
  /** When each answer came, and its failure if it was no success. */
  answers: { at: number; failure: string | null }[];
  serverLives: boolean;
}

export function judgeRestarts(restarts: Restart[]): Finding[] {
  return restarts.flatMap(({ signal, backAt, answers, serverLives }) => {
    const failures = answers.filter(({ failure }) => failure !== null);
    const last = Math.max(0, ...failures.map(({ at }) => at - backAt));
    const unexpected = failures.filter(({ failure }) => failure !== "503");
    return [
      atLeast(`${signal}: requests answered`, answers.length - failures.length, 100),
      atMost(`${signal}: the last of ${failures.length} errors, after it was back`, last, GOAL, " ms"),
      none(
        `${signal}: errors that are no 503`,
        unexpected.map(({ failure }) => failure ?? ""),
      ),
      none(`${signal}: server processes that ended`, serverLives ? [] : ["the server"]),
    ];
  });
}

export async function runDrill(): Promise<Finding[]> {
  const service = await openService();
  try {
    const restarts: Restart[] = [];
    for (const signal of ENDS) restarts.push(await restart(service, signal));
    return judgeRestarts(restarts);
  } finally {
    await service.close();
  }
}

async function restart({ server, members, database }: Service, signal: NodeJS.Signals): Promise<Restart> {
  const answers: Restart["answers"] = [];
  let isOver = false;
  const ask = async (member: number) => {
    for (let count = 0; !isOver; count++) {
      const write = count % 4 === 0;
      const path = write ? `/api/videos/${1 + (count % 100)}/favorite/` : "/api/history/";
      const failure = await fetch(server.url + path, {
        method: write ? "POST" : "GET",
        headers: members.headers(member),
        ...(write && { body: "{}" }),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok ? null : String(answer.status);
        },
        (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
      );
      answers.push({ at: performance.now(), failure });
      if (failure !== null) await pause(5);
    }
  };
  const loops = Array.from({ length: LOOPS }, (_, index) => ask(index + 1));
  await pause(BEFORE);
  const pid = await postmaster(database.directory);
  process.kill(pid, signal);
  while ((await postmaster(database.directory).catch(() => pid)) === pid) await pause(2);
  while (!(await connects(database.url))) await pause(2);
  const backAt = performance.now();
  await pause(AFTER);
  isOver = true;
  await Promise.all(loops);
  return { signal, backAt, answers, serverLives: lives(server.pid) };
}

async function postmaster(directory: string): Promise<number> {
  return Number((await readFile(join(directory, "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function connects(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
