import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { realpath } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../../errors/operator-error.ts";
import { superuser } from "./initialise.ts";
import {
  clearStale,
  interrupt,
  PostmasterEnded,
  startPostmaster,
  stopPostmaster,
  type Cluster,
  type Started,
} from "./postmaster.ts";
import { livesIn, readPostmasterFile } from "./postmaster-file.ts";
import { socketPort, type Endpoint } from "./settings.ts";

/** Bytes: the limit of the strictest operating system. */
const longestSocketPath = 103;

/** Milliseconds for which a running PostgreSQL may not respond. */
const longestSilence = 30_000;

// PostgreSQL's error codes.
const wrongPassword = "28P01";
const cannotConnectNow = "57P03";

/** Host, or socket folder, and port for `pg`. */
export function address(endpoint: Endpoint): { host: string; port: number } {
  return endpoint.kind === "socket"
    ? { host: endpoint.directory, port: socketPort }
    : { host: "127.0.0.1", port: endpoint.port };
}

/**
 * Keeps the PostgreSQL of one folder running: it takes over a running one or starts one, and restarts it when it ends.
 * The end of an open session reveals the end of PostgreSQL at once.
 */
export class Supervisor {
  readonly #cluster: Cluster;
  readonly #password: string;
  readonly #log: (line: string) => void;
  #session: pg.Client | undefined;
  #pid = 0;
  readonly #stopping = new AbortController();
  #recovery: Promise<void> = Promise.resolve();

  constructor(cluster: Cluster, password: string, log: (line: string) => void) {
    this.#cluster = cluster;
    this.#password = password;
    this.#log = log;
  }

  /** Resolves when PostgreSQL accepts connections. @throws OperatorError */
  async open(): Promise<Endpoint> {
    process.once("exit", this.#endWithProcess);
    const socket = `${this.#cluster.directory}/.s.PGSQL.${socketPort}`;
    const usable = process.platform !== "win32" && Buffer.byteLength(socket) <= longestSocketPath;
    let preferred: Endpoint | undefined;
    if (usable) preferred = { kind: "socket", directory: this.#cluster.directory };
    for (let attempts = 1; ; attempts += 1) {
      preferred ??= { kind: "loopback", port: await freePort() };
      try {
        return await this.#ensure(preferred);
      } catch (error) {
        if (!(error instanceof PostmasterEnded)) throw error;
        const cannotListen = /Unix-domain socket|Unix address|could not (bind|create any)/.test(error.reason);
        if (!cannotListen || attempts === 5) throw new OperatorError(`${error.message}.`);
        // The file system has no sockets, or another process took the port meanwhile.
        preferred = undefined;
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    await this.#session?.end().catch(() => undefined);
    await stopPostmaster(this.#cluster, this.#pid);
    process.off("exit", this.#endWithProcess);
  }

  async #ensure(preferred: Endpoint): Promise<Endpoint> {
    let started: Started | undefined;
    let deadline = Date.now() + longestSilence;
    while (!this.#stopping.signal.aborted) {
      const file = await readPostmasterFile(this.#cluster.directory);
      const answer = file?.endpoint ? await this.#connect(file.endpoint) : "unreachable";
      if (file?.endpoint && answer === "connected") return this.#watch(file.pid, file.endpoint);
      if (answer === "busy") deadline = Date.now() + longestSilence;
      if (Date.now() > deadline) {
        throw new OperatorError(`PostgreSQL does not answer; see ${this.#cluster.logFile}.`);
      }
      const alive = file !== undefined && (await livesIn(file.pid, this.#cluster.directory));
      if (!alive && !started) {
        if (file) await clearStale(this.#cluster, file.pid);
        started = await startPostmaster(this.#cluster, preferred);
        this.#pid = started.pid;
      }
      try {
        await Promise.race([pause(10), ...(started ? [started.ended] : [])]);
      } catch (error) {
        // The sessions of a killed PostgreSQL must end before a new one can start.
        if (!(error instanceof PostmasterEnded && /shared memory block/.test(error.reason))) throw error;
        started = undefined;
        await pause(100);
      }
    }
    throw new Error("PostgreSQL is being stopped");
  }

  async #connect(endpoint: Endpoint): Promise<"connected" | "busy" | "unreachable"> {
    const client = new pg.Client({
      ...address(endpoint),
      user: superuser,
      password: this.#password,
      database: "postgres",
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      if (endpoint.kind === "loopback" && !(await servesFolder(client, this.#cluster.directory))) {
        await client.end();
        return "unreachable";
      }
      this.#session = client;
      return "connected";
    } catch (error) {
      const code = (error as { code?: string }).code;
      // Not awaited: `pg` never settles it for a failed connection.
      void client.end().catch(() => undefined);
      if (code === wrongPassword) {
        throw new OperatorError(`PostgreSQL in ${this.#cluster.directory} refuses the password stored beside it.`);
      }
      return code === cannotConnectNow ? "busy" : "unreachable";
    }
  }

  #watch(pid: number, endpoint: Endpoint): Endpoint {
    this.#pid = pid;
    this.#session?.once("end", () => {
      if (!this.#stopping.signal.aborted) this.#recovery = this.#recover(endpoint);
    });
    return endpoint;
  }

  async #recover(endpoint: Endpoint): Promise<void> {
    this.#log("PostgreSQL went away; starting it again.");
    for (let delay = 100; !this.#stopping.signal.aborted; delay = Math.min(delay * 2, 5_000)) {
      try {
        await this.#ensure(endpoint);
        this.#log("PostgreSQL is back.");
        return;
      } catch (error) {
        if (!this.#stopping.signal.aborted) this.#log((error as Error).message);
        await pause(delay, undefined, this.#stopping).catch(() => undefined);
      }
    }
  }

  readonly #endWithProcess = () => {
    if (this.#pid > 0) interrupt(this.#pid, "SIGINT");
  };
}

async function servesFolder(client: pg.Client, directory: string): Promise<boolean> {
  const answer = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
  const folder = answer.rows[0]?.folder ?? "";
  return (await realpath(folder).catch(() => "")) === (await realpath(directory));
}

/** Another process may take the port before it is used. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
