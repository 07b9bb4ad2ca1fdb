import { chown, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { freePort } from "../../service.ts";
import { Program } from "../program.ts";
import type { Executable } from "./newer.ts";
import { run } from "./run.ts";

const SHIPPED = join(root, "deploy/shared/pgbouncer.ini");

export interface PgbouncerOptions {
  executable: Executable;
  mode: "session" | "transaction";
  /** Whether it follows prepared statements. */
  keepsNames: boolean;
  /** PostgreSQL's address. */
  target: string;
  folder: string;
  /** PgBouncer refuses to run as root. */
  user: { uid: number; gid: number };
  poolSize?: number;
  /** Lines that an operator would add in error. */
  more?: string[];
}

export interface Pgbouncer {
  /** PostgreSQL's address through the pooler. */
  url: string;
  version: number;
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Starts a PgBouncer with the shipped configuration, in which only the placeholders are replaced. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const { executable, mode, keepsNames, target, folder, user, poolSize = 20, more = [] } = options;
  const { command, args } = executable;
  const version = Number(/PgBouncer (\d+\.\d+)/.exec(await run(command, [...args, "--version"]))?.[1]);
  const port = await freePort();
  const files = join(folder, `pgbouncer-${port}`);
  await mkdir(files);
  const [configuration, passwords, logFile] = ["pgbouncer.ini", "userlist.txt", "log"].map((name) => join(files, name));
  const address = new URL(target);
  const shipped = rendered(await readFile(SHIPPED, "utf8"), {
    POSTGRES_HOST: decodeURIComponent(address.hostname),
    POSTGRES_PORT: address.port,
    LISTEN_ADDRESS: "127.0.0.1",
    LISTEN_PORT: String(port),
    AUTH_FILE: passwords ?? "",
    POOL_MODE: mode,
    POOL_SIZE: String(poolSize),
  });
  const followed = keepsNames ? shipped.replace(";max_prepared_statements", "max_prepared_statements") : shipped;
  // The default of newer releases.
  const unfollowed = !keepsNames && version >= 1.21 ? ["max_prepared_statements = 0"] : [];
  await write(configuration ?? "", [followed, ...unfollowed, ...more, ""].join("\n"), user);
  await write(passwords ?? "", `"${address.username}" "${decodeURIComponent(address.password)}"\n`, user);
  await chown(files, user.uid, user.gid);
  const program = new Program(command, [...args, configuration ?? ""], { logFile: logFile ?? "", user, folder: files });
  program.start();
  await program.listens(port);
  const through = new URL(target);
  through.host = `127.0.0.1:${port}`;
  return { url: through.href, version, log: () => readFile(logFile ?? "", "utf8"), stop: () => program.end("SIGINT") };
}

/** @throws for a placeholder without a value */
function rendered(template: string, values: Record<string, string>): string {
  return template.replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The placeholder ${name} has no value.`);
    return value;
  });
}

async function write(path: string, text: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await chown(path, uid, gid);
}
