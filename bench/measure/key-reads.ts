import { availableParallelism } from "node:os";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabasePool } from "@manabiya/server/src/db/open.ts";
import { statement } from "@manabiya/server/src/db/statement.ts";

const CONCURRENCY = 32;

const readKey = statement("bench.read-key", {})`select id, title, view_count from videos where id = $1`;

/** Reads by key per second of one process through `pg` alone. */
export async function readKeys(db: DatabasePool, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let reads = 0;
  const reader = async () => {
    while (performance.now() < until) {
      await readKey(db, [1 + (reads % 200)]);
      reads++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, reader));
  return reads / seconds;
}

/** The same by pgbench, PostgreSQL's own load client; null where it is not installed. */
export async function pgbenchReads(url: string, seconds: number): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-pgbench-"));
  const script = join(folder, "read.sql");
  await writeFile(script, "\\set id random(1, 200)\nselect id, title, view_count from videos where id = :id;\n");
  try {
    const threads = String(availableParallelism());
    const options = ["-n", "-M", "prepared", "-c", "8", "-j", threads, "-T", String(Math.ceil(seconds))];
    const printed = await output("pgbench", [...options, "-f", script, url]);
    const tps = /^tps = ([\d.]+)/m.exec(printed)?.[1];
    return tps === undefined ? null : Number(tps);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The output of a program; empty when it is missing or fails. */
function output(program: string, words: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    child.once("error", () => resolve(""));
    child.once("close", () => resolve(printed));
  });
}
