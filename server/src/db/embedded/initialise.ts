import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../../errors/operator-error.ts";
import { changeOwner, type Account } from "./account.ts";
import { program, type Binaries } from "./binaries.ts";
import { postgresEnvironment } from "./settings.ts";

const run = promisify(execFile);
const passwordName = "manabiya.password";

/** The role of the supervisor; the application has one with fewer rights. */
export const superuser = "postgres";

/**
 * Ensures that `directory` holds a complete database of this major version. A new one is created in a folder beside it
 * and renamed, so the final name is never incomplete. The caller holds the lock, so remains of earlier starts are deleted.
 * @returns the superuser's password
 */
export async function ensureInitialised(
  directory: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<string> {
  await deleteUnfinished(directory);
  const content = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new OperatorError(`The database folder ${directory} cannot be read (${error.code}).`);
  });
  if (content.length === 0) await create(directory, binaries, account, durable);
  else await check(directory, binaries);
  if (account) await ensureOwner(account, directory);
  return readPassword(directory);
}

/** The superuser's password is stored with the data, under the same permissions. */
export const readPassword = (directory: string) => readFile(join(directory, passwordName), "utf8");

async function check(directory: string, binaries: Binaries): Promise<void> {
  const expected = binaries.version.split(".")[0];
  const found = await readFile(join(directory, "PG_VERSION"), "utf8").catch(() => undefined);
  const password = await readFile(join(directory, passwordName), "utf8").catch(() => undefined);
  if (found === undefined || password === undefined) {
    throw new OperatorError(`${directory} is not a database folder of Manabiya; move it out of the way.`);
  }
  if (found.trim() !== expected) {
    throw new OperatorError(
      `The database in ${directory} is of PostgreSQL ${found.trim()}, but this Manabiya brings PostgreSQL ${expected}.`,
    );
  }
}

async function create(
  directory: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const temporary = await mkdtemp(`${directory}.new-`);
  const unfinished = join(temporary, "database");
  const password = randomBytes(24).toString("base64url");
  const passwordFile = join(temporary, "password");
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  await changeOwner(account, temporary);
  const options = [
    ["--pgdata", unfinished],
    ["--username", superuser],
    ["--pwfile", passwordFile],
    ["--auth", "scram-sha-256"],
    ["--encoding", "UTF8"],
    // The builtin provider's C.UTF-8 has the same collation on every operating system.
    ["--locale", "C"],
    ["--locale-provider", "builtin"],
    ["--builtin-locale", "C.UTF-8"],
  ].flat();
  if (!durable) options.push("--no-sync");
  try {
    await run(program(binaries, "initdb"), options, { cwd: temporary, env: postgresEnvironment(), ...account });
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.trim().split("\n").at(-1) ?? String(error);
    await rm(temporary, { recursive: true, force: true });
    throw new OperatorError(`The database could not be created in ${directory}: ${reason}`);
  }
  await rename(passwordFile, join(unfinished, passwordName));
  await mkdir(dirname(directory), { recursive: true });
  await rename(unfinished, directory);
  await syncFolder(dirname(directory));
  await rm(temporary, { recursive: true, force: true });
}

/** PostgreSQL must own its folder, and a copy made by root is owned by root. */
async function ensureOwner(account: Account, directory: string): Promise<void> {
  const handle = await open(directory, "r");
  const { uid } = await handle.stat().finally(() => handle.close());
  if (uid !== account.uid) await changeOwner(account, directory);
}

async function deleteUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory);
  const unfinished = `${basename(directory)}.new-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(unfinished)) continue;
    // An initdb that outlived its parent may still write; the next start deletes the rest.
    const options = { recursive: true, force: true, maxRetries: 5 };
    await rm(join(parent, name), options).catch(() => undefined);
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
