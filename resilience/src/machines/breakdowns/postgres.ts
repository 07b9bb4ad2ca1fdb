import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { newest } from "@manabiya/rehearsal/database.ts";
import { account } from "../account.ts";
import { Program } from "../program.ts";
import { freePort } from "../../service.ts";

const ROLE = "manabiya";

/** Debian's PostgreSQL as the kit sets it up: durable, with an archive, and a role that is no superuser. */
export class Postgres {
  readonly url: string;
  readonly #port: number;
  readonly #program: Program;

  private constructor(port: number, program: Program) {
    this.#port = port;
    this.#program = program;
    this.url = this.#urlOf(ROLE, "manabiya");
  }

  static async open(folder: string): Promise<Postgres> {
    const programs = newest("/usr/lib/postgresql");
    const user = account("postgres");
    const port = await freePort();
    mkdirSync(folder);
    // A free port is not a port of ours alone for long, but the folder is.
    chmodSync(folder, 0o700);
    chownSync(folder, user.uid, user.gid);
    const data = join(folder, "cluster");
    const words = ["-D", data, "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8"];
    execFileSync(join(programs, "initdb"), words, { stdio: "ignore", cwd: "/", ...user });
    const settings = [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${folder}'`,
      "archive_mode = on",
      "archive_command = 'true'",
    ];
    appendFileSync(join(data, "postgresql.conf"), `${settings.join("\n")}\n`);
    const options = { logFile: join(folder, "postgresql.log"), folder: "/", user };
    const postgres = new Postgres(port, new Program(join(programs, "postgres"), ["-D", data], options));
    // However the drill ends.
    process.once("exit", () => postgres.#program.signal("SIGKILL"));
    await postgres.start();
    await postgres.run(`create role ${ROLE} login`);
    for (const name of [ROLE, `${ROLE}_scratch`]) await postgres.run(`create database ${name} owner ${ROLE}`);
    await postgres.run(`alter schema public owner to ${ROLE}`, ROLE);
    return postgres;
  }

  /** Resolves when PostgreSQL accepts connections. */
  async start(): Promise<void> {
    this.#program.start();
    await this.#program.listens(this.#port);
    while (!(await this.run("select 1").catch(() => null))) await pause(50);
  }

  async stop(): Promise<void> {
    this.#program.signal("SIGINT");
    while (this.#program.isRunning) await pause(50);
    await this.#program.end();
  }

  /** Runs a statement as the superuser. */
  async run(sql: string, database = "postgres"): Promise<Record<string, unknown>[]> {
    const connectionString = this.#urlOf("postgres", database);
    const client = new pg.Client({ connectionString, options: "-c default_transaction_read_only=off" });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Changes a setting of the server for all sessions; null: back to the configuration. */
  async set(name: string, value: string | null): Promise<void> {
    await this.run(value === null ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`);
    await this.run("select pg_reload_conf()");
  }

  #urlOf(role: string, database: string): string {
    return `postgres://${role}@127.0.0.1:${this.#port}/${database}`;
  }
}
