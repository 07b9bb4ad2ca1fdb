import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SECRET } from "@manabiya/bench/servers/server.ts";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { type StripeSandbox, startStripeSandbox } from "stripe-sandbox";
import { runProgram } from "../../service.ts";
import { Program } from "../program.ts";
import { render } from "../render.ts";
import type { DatabaseCluster } from "./database-cluster.ts";

const MAIN = fileURLToPath(import.meta.resolve("@manabiya/server/src/bin/main.ts"));

/** Loopback addresses that stand for the two machines. */
const HOSTS = ["127.0.0.1", "127.0.0.2"];
const PORT = 3000;
const WORKERS = 2;

/** Calls that HAProxy gives one machine at once. */
export const CONCURRENT = 128 * WORKERS;

/** Addresses of the machines, for HAProxy before them. */
export const APPLICATIONS = HOSTS.map((host) => `${host}:${PORT}`);

/** Milliseconds until HAProxy must know the primary. */
const FIRST_CHECKS = 30_000;

/** HAProxy of each application machine, which leads to the primary. */
export async function startDatabaseProxies(folder: string, cluster: DatabaseCluster): Promise<Program[]> {
  const config = await render("cluster/haproxy-postgres.cfg", cluster.values);
  return Promise.all(
    HOSTS.map(async (host, index) => {
      const file = join(folder, `haproxy-${index}.cfg`);
      await writeFile(file, config.replaceAll("bind 127.0.0.1:", `bind ${host}:`));
      const logFile = join(folder, `haproxy-${index}.log`);
      const program = new Program("/usr/sbin/haproxy", ["-W", "-db", "-f", file], { logFile });
      program.start();
      await program.listens(5000, host);
      // Until its first checks, HAProxy takes every node for a primary.
      for (const end = Date.now() + FIRST_CHECKS; !(await knowsPrimary(host)); await pause(100)) {
        if (Date.now() > end) throw new Error(`HAProxy finds no primary:\n${await program.lastLines()}`);
      }
      return program;
    }),
  );
}

async function knowsPrimary(host: string): Promise<boolean> {
  const text = await fetch(`http://${host}:8404/;csv`).then((answer) => answer.text());
  const states = text.split("\n").flatMap((line) => /^primary,node\d,.*?,(UP|DOWN),/.exec(line)?.[1] ?? []);
  return states.toSorted().join(" ") === "DOWN DOWN UP";
}

/** Two application machines with two workers each. Stripe's sandbox is their card provider. */
export class ApplicationMachines {
  readonly addresses = APPLICATIONS.map((address) => `http://${address}`);
  readonly sandbox: StripeSandbox;
  readonly #programs: Program[];
  readonly #logs: string[];

  private constructor(sandbox: StripeSandbox, programs: Program[], logs: string[]) {
    this.sandbox = sandbox;
    this.#programs = programs;
    this.#logs = logs;
  }

  /** @param url of nginx, which visitors use */
  static async start(
    folder: string,
    url: string,
    database: (host: string, port: number) => string,
  ): Promise<ApplicationMachines> {
    const sandbox = await startStripeSandbox({ dataDir: null });
    const settings = {
      PUBLIC_URL: url,
      AUTH_SECRET: SECRET,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_API_URL: sandbox.url,
      STRIPE_WEBHOOK_SECRET: "",
      // Nobody listens there.
      VIDEO_HOSTS_URL: "http://127.0.0.1:9",
      DATA_DIR: join(folder, "files"),
      PORT: String(PORT),
      WORKERS: String(WORKERS),
      LOG_LEVEL: "warn",
    };
    const { code, output } = await runProgram("manage", ["stripe-setup"], settings);
    if (code !== 0) throw new Error(output);
    settings.STRIPE_WEBHOOK_SECRET = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(output)?.[1] ?? "";
    const logs = HOSTS.map((_, index) => join(folder, `application-${index}.log`));
    const programs = HOSTS.map((host, index) => {
      const environment = { ...settings, HOST: host, DATABASE_URL: database(host, 5000) };
      const logFile = logs[index] ?? "";
      return new Program(process.execPath, [...NODE_FLAGS, MAIN], { environment, logFile });
    });
    const machines = new ApplicationMachines(sandbox, programs, logs);
    for (const program of programs) program.start();
    await Promise.all(programs.map((program, index) => machines.#isReady(program, index)));
    return machines;
  }

  async #isReady(program: Program, index: number): Promise<void> {
    const isReady = () =>
      fetch(`${this.addresses[index]}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (!program.isRunning) throw new Error(await program.lastLines());
      await pause(100);
    }
  }

  /** Every end of a process until now. */
  async exits(): Promise<string[]> {
    const texts = await Promise.all(this.#logs.map((path) => readFile(path, "utf8")));
    const workers = texts.flatMap((text) => text.split("\n").filter((line) => /worker ended|uncaught/i.test(line)));
    return [...workers, ...this.#programs.flatMap((program, index) => (program.isRunning ? [] : [`machine ${index}`]))];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end()));
    await this.sandbox.close();
  }
}
