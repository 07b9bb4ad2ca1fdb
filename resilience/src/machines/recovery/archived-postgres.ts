import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../service.ts";
import { account } from "../account.ts";
import { Program } from "../program.ts";
import { render } from "../render.ts";

const BIN = "/usr/lib/postgresql/15/bin";

/** Debian's PostgreSQL with the shipped archive: pgBackRest and its configuration. */
export class ArchivedPostgres {
  readonly dataDir: string;
  readonly url: string;
  readonly #port: number;
  readonly #environment: Record<string, string>;
  readonly #user = account("postgres");
  readonly #program: Program;

  private constructor(folder: string, port: number) {
    this.#port = port;
    this.dataDir = join(folder, "cluster");
    this.url = this.urlOf("manabiya");
    this.#environment = {
      PGBACKREST_CONFIG: join(folder, "pgbackrest.conf"),
      PGBACKREST_LOCK_PATH: join(folder, "lock"),
      PGBACKREST_LOG_PATH: join(folder, "log"),
      PGBACKREST_SPOOL_PATH: join(folder, "spool"),
    };
    this.#program = new Program(`${BIN}/postgres`, ["-D", this.dataDir], {
      logFile: join(folder, "postgresql.log"),
      environment: this.#environment,
      user: this.#user,
    });
  }

  static async make(folder: string): Promise<ArchivedPostgres> {
    const port = await freePort();
    const postgres = new ArchivedPostgres(folder, port);
    postgres.#own(folder);
    for (const name of ["archive", "lock", "log", "spool"]) {
      mkdirSync(join(folder, name));
      postgres.#own(join(folder, name));
    }
    const values = { ARCHIVE: join(folder, "archive"), ARCHIVE_KEY: "the drill's", PG_DATA: postgres.dataDir };
    const settings = { ...values, PG_PORT: String(port), PG_SOCKETS: folder };
    postgres.#write(join(folder, "pgbackrest.conf"), await render("shared/pgbackrest.conf", settings));
    postgres.#run(`${BIN}/initdb`, ["-D", postgres.dataDir, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]);
    const own = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`;
    const archive = await render("shared/postgresql-archive.conf", {});
    postgres.#write(join(postgres.dataDir, "postgresql.conf"), own + archive);
    return postgres;
  }

  urlOf(name: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${name}`;
  }

  /** Resolves when PostgreSQL accepts writes. */
  async start(): Promise<void> {
    this.#program.start();
    await this.#program.listens(this.#port);
    const asks = ["-h", "127.0.0.1", "-p", String(this.#port), "-tAc", "select pg_is_in_recovery()", "postgres"];
    for (let isReady = false; !isReady;) {
      if (!this.#program.isRunning) throw new Error(await this.#program.lastLines());
      try {
        isReady = this.#run("psql", asks).trim() === "f";
      } catch {
        // It still reads its log.
        await pause(100);
      }
    }
  }

  /** As `systemctl stop` does. */
  async stop(): Promise<void> {
    // The signal to the group would kill a running pgBackRest, too.
    this.#program.signal("SIGINT");
    while (this.#program.isRunning) await pause(50);
    await this.#program.end();
  }

  createDatabase(name: string): void {
    this.#run("createdb", ["-h", "127.0.0.1", "-p", String(this.#port), name]);
  }

  pgBackRest(...args: string[]): void {
    this.#run("pgbackrest", ["--stanza=manabiya", ...args]);
  }

  /** For the shipped script. */
  get environment(): Record<string, string> {
    return { ...this.#environment, PG_DATA: this.dataDir };
  }

  #run(command: string, args: string[]): string {
    const env = { PATH: process.env["PATH"], LANG: "C.UTF-8", ...this.#environment };
    return execFileSync(command, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"], ...this.#user });
  }

  #write(path: string, text: string): void {
    writeFileSync(path, text, { mode: 0o600 });
    this.#own(path);
  }

  #own(path: string): void {
    chownSync(path, this.#user.uid, this.#user.gid);
  }
}
