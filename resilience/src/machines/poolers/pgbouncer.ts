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
  /** One that does not follow prepared statements. */
  isOld?: boolean;
  /** Without the shipped `connect_query`. */
  isUnlimited?: boolean;
  /** PostgreSQL's address. */
  target: string;
  folder: string;
  /** PgBouncer refuses to run as root. */
  user: { uid: number; gid: number };
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
  const { executable, mode, isOld = false, isUnlimited = false, target, folder, user, more = [] } = options;
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
    POOL_SIZE: "20",
  });
  let text =
    mode === "session" || isOld ? shipped : shipped.replace(";max_prepared_statements", "max_prepared_statements");
  if (isUnlimited) text = text.replace(/ connect_query='.*'/, "");
  await write(configuration ?? "", [text, ...more, ""].join("\n"), user);
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
