import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";
import type { Account } from "../../../src/db/embedded/account.ts";
import { interrupt } from "../../../src/db/embedded/postmaster.ts";
import { livesIn, readPostmasterFile } from "../../../src/db/embedded/postmaster-file.ts";

const program = fileURLToPath(new URL("./writer.ts", import.meta.url));

interface Event {
  open?: string;
  postgres?: number;
  milliseconds?: number;
  acknowledged?: string;
  refused?: string;
  stopped?: boolean;
  log?: string;
}

/** A DATA_DIR that PostgreSQL's user can reach. After the test it is deleted and its PostgreSQL stopped. */
export async function temporaryFolder(name = "manabiya-embedded-"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await endPostgres(join(folder, "postgres"));
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return folder;
}

/** A temporary folder with a complete database (template-setup.ts). */
export async function folderWithDatabase(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(inject("databaseFolder"), folder, { recursive: true });
  return folder;
}

async function endPostgres(directory: string): Promise<void> {
  for (;;) {
    const file = await readPostmasterFile(directory);
    if (!file || !(await livesIn(file.pid, directory))) return;
    interrupt(file.pid, "SIGQUIT");
    await pause(20);
  }
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}

/** A running `writer.ts` and its output. */
export class Writer {
  readonly events: Event[] = [];
  readonly child: ChildProcess;
  readonly #over: Promise<unknown>;

  constructor(dataDir: string, { account, systemDirectory }: WriterOptions = {}) {
    const parameters = [program, dataDir, ...(systemDirectory === undefined ? [] : [systemDirectory])];
    this.child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"], ...account });
    this.#over = once(this.child, "close");
    if (this.child.stdout) {
      createInterface(this.child.stdout).on("line", (line) => this.events.push(JSON.parse(line) as Event));
    }
    onTestFinished(() => this.kill());
  }

  /** Waits for the first event with `key` while the process runs. */
  async says<Key extends keyof Event>(key: Key, fresh = false): Promise<NonNullable<Event[Key]>> {
    const from = fresh ? this.events.length : 0;
    for (;;) {
      const value = this.events.slice(from).find((event) => event[key] !== undefined)?.[key];
      if (value !== undefined) return value;
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        await this.#over;
        const last = this.events.slice(from).find((event) => event[key] !== undefined)?.[key];
        if (last !== undefined) return last;
        throw new Error(`It ended without "${key}": ${JSON.stringify(this.events.slice(-3))}`);
      }
      await pause(5);
    }
  }

  get acknowledged(): string[] {
    return this.events.flatMap((event) => event.acknowledged ?? []);
  }

  /** Waits until `count` more rows are acknowledged. */
  async writes(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await this.says("acknowledged", true);
  }

  /** Sends SIGTERM and resolves when the process and its PostgreSQL have ended. */
  async end(): Promise<void> {
    this.child.kill("SIGTERM");
    await this.#over;
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.#over;
  }
}

interface WriterOptions {
  account?: Account;
  systemDirectory?: string;
}
