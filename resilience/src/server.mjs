import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../../scripts/quiet-run.mjs";

/** `npm start` in a temporary folder, to be killed in parts. */
export class Server {
  #folder = mkdtempSync(join(tmpdir(), "manabiya-prove-"));
  #said = "";
  #npm;

  async choosePort() {
    // PostgreSQL's own user has to pass through.
    chmodSync(this.#folder, 0o711);
    const probe = createServer();
    await once(probe.listen(0, "127.0.0.1"), "listening");
    this.port = probe.address().port;
    await once(probe.close(), "close");
    this.address = `http://127.0.0.1:${this.port}`;
  }

  /** Starts it and resolves when it answers. */
  async start() {
    const env = { ...process.env, PORT: String(this.port), DATA_DIR: this.#folder, LOG_LEVEL: "warn" };
    this.#said = "";
    this.#npm = spawn("npm", ["start"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [this.#npm.stdout, this.#npm.stderr])
      stream.on("data", (text) => (this.#said += text));
    while (!(await this.#answers())) {
      if (this.#npm.exitCode !== null || this.#npm.signalCode !== null) throw new Error(this.#said);
      await pause(20);
    }
  }

  #answers() {
    return fetch(`${this.address}/api/subscription/prices/`).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  /** The process id of the server itself, below npm and its scripts. */
  get serverPid() {
    const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
    const processes = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)?.slice(1) ?? []);
    const below = (pid) => processes.filter(([, parent]) => Number(parent) === pid);
    let found = [[String(this.#npm.pid)]];
    while (found.length > 0) {
      const server = found.find(([, , words]) => words?.includes("server/src/bin/main.ts"));
      if (server) return Number(server[0]);
      found = found.flatMap(([pid]) => below(Number(pid)));
    }
    throw new Error("There is no server below npm.");
  }

  get postgresPid() {
    try {
      return Number(readFileSync(join(this.#folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return undefined;
    }
  }

  /** Resolves when another PostgreSQL has taken the place of `pid`. */
  async replaced(pid) {
    while (!this.postgresPid || this.postgresPid === pid) await pause(5);
  }

  /** Resolves when npm has noticed that its server is gone. */
  async gone() {
    if (this.#npm.exitCode === null && this.#npm.signalCode === null) await once(this.#npm, "exit");
  }

  /** Ends everything in good order and removes the folder. */
  async end() {
    if (this.#npm?.exitCode === null && this.#npm.signalCode === null) {
      process.kill(-this.#npm.pid, "SIGINT");
      await this.gone();
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
