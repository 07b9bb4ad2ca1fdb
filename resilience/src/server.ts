import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../../scripts/quiet-run.mjs";
import { freePort } from "./service.ts";

/** `npm start` in a temporary folder; a drill kills its processes one by one. */
export class Server {
  readonly address: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "manabiya-prove-"));
  #output = "";
  #npm: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.address = `http://127.0.0.1:${port}`;
    // PostgreSQL's own user has to pass through.
    chmodSync(this.#folder, 0o711);
  }

  static async onFreePort(): Promise<Server> {
    return new Server(await freePort());
  }

  /** Resolves when the server answers. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const env = { ...process.env, PORT: String(this.#port), DATA_DIR: this.#folder, LOG_LEVEL: "warn", ...settings };
    this.#output = "";
    const npm = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    this.#npm = npm;
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on("data", (text) => (this.#output += String(text)));
    }
    while (!(await this.#answers())) {
      if (this.#hasExited()) throw new Error(this.#output);
      await pause(20);
    }
  }

  /** The process id of the server itself, below npm and its scripts. */
  get serverPid(): number {
    const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
    const processes = rows.map((row) => {
      const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
      return { pid: Number(pid), parent: Number(parent), command };
    });
    let parents = [this.#npm?.pid ?? 0];
    while (parents.length > 0) {
      const children = processes.filter(({ parent }) => parents.includes(parent));
      const server = children.find(({ command }) => command.includes("server/src/bin/main.ts"));
      if (server) return server.pid;
      parents = children.map(({ pid }) => pid);
    }
    throw new Error("There is no server below npm.");
  }

  /** Undefined while no PostgreSQL runs. */
  get postgresPid(): number | undefined {
    try {
      return Number(readFileSync(join(this.#folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return undefined;
    }
  }

  /** Resolves when another PostgreSQL process runs instead of `pid`. */
  async postgresReplaced(pid: number): Promise<void> {
    while (!this.postgresPid || this.postgresPid === pid) await pause(5);
  }

  /** Resolves when npm has noticed that its server exited. */
  async exited(): Promise<void> {
    if (this.#npm !== null && !this.#hasExited()) await once(this.#npm, "exit");
  }

  /** Stops the server gracefully and removes the folder. */
  async end(): Promise<void> {
    if (this.#npm?.pid !== undefined && !this.#hasExited()) {
      process.kill(-this.#npm.pid, "SIGINT");
      await this.exited();
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #hasExited(): boolean {
    return this.#npm === null || this.#npm.exitCode !== null || this.#npm.signalCode !== null;
  }

  #answers(): Promise<boolean> {
    return fetch(`${this.address}/api/subscription/prices/`).then(
      (answer) => answer.ok,
      () => false,
    );
  }
}
