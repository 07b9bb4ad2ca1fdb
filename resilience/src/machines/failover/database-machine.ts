import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chown, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { account } from "../account.ts";
import { Machine } from "../machine.ts";
import type { Program } from "../program.ts";
import { render } from "../render.ts";

const DATA = "var/lib/postgresql/15/manabiya";

/** A machine with etcd, Patroni and PostgreSQL, from the files of `deploy/cluster/`. */
export class DatabaseMachine extends Machine {
  etcd!: Program;
  patroni!: Program;

  /** @param values of the placeholders that all machines share */
  async install(values: Record<string, string>): Promise<void> {
    await this.start();
    const own = { ...values, NODE: this.name, ADDRESS: this.address };
    const config = join(this.folder, "etc/patroni/config.yml");
    await writeFile(config, await render("cluster/patroni.yml", own), { mode: 0o600 });
    for (const name of ["server.pem", "server.key"]) {
      await copyFile(join(this.folder, "..", name), join(this.folder, "etc/patroni", name));
    }
    await mkdir(join(this.folder, "var/lib/postgresql/15"), { mode: 0o755 });
    for (const [user, path] of [
      ["etcd", "var/lib/etcd"],
      ["postgres", "var/lib/postgresql"],
      ["postgres", "var/lib/postgresql/15"],
      ["postgres", "etc/patroni/config.yml"],
      ["postgres", "etc/patroni/server.key"],
    ] as const) {
      const { uid, gid } = account(user);
      await chown(join(this.folder, path), uid, gid);
    }
    this.etcd = this.program("etcd", ["/usr/bin/etcd"], environmentOf(await render("cluster/etcd.env", own)));
    this.patroni = this.program("postgres", ["/usr/bin/patroni", "/etc/patroni/config.yml"]);
  }

  /** Its processes: the postmaster first. None: PostgreSQL does not run. */
  postgres(): number[] {
    const [line = ""] = readOr(join(this.folder, DATA, "postmaster.pid"), "").split("\n");
    const postmaster = Number(line);
    if (!postmaster || !/postgres/.test(readOr(`/proc/${postmaster}/comm`, ""))) return [];
    const rows = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    const children = rows.map((row) => row.trim().split(/\s+/).map(Number));
    return [postmaster, ...children.flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []))];
  }

  /** kill -9, which leaves the other processes of PostgreSQL to themselves. */
  killPostmaster(): void {
    const [postmaster] = this.postgres();
    if (postmaster === undefined) throw new Error(`PostgreSQL does not run on ${this.name}.`);
    process.kill(postmaster, "SIGKILL");
  }

  freeze(): void {
    if (this.postgres().length === 0) throw new Error(`PostgreSQL does not run on ${this.name}.`);
    this.#signal("SIGSTOP");
  }

  thaw(): void {
    this.#signal("SIGCONT");
  }

  #signal(signal: NodeJS.Signals): void {
    this.patroni.signal(signal);
    for (const pid of this.postgres()) {
      try {
        process.kill(pid, signal);
      } catch {
        // A backend ended meanwhile.
      }
    }
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.patroni.end();
    // One that is cut off does not end by itself.
    await this.etcd.end("SIGKILL");
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise;
  }
}

/** The variables of an environment file of systemd. */
function environmentOf(file: string): Record<string, string> {
  return Object.fromEntries([...file.matchAll(/^(\w+)="(.*)"$/gm)].map(([, name = "", value = ""]) => [name, value]));
}
