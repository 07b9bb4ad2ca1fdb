import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { access, chmod, chown, constants, mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../config/private-files.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { makeOpenFolder, postgresAccount, reaches, type Account } from "./account.ts";

/** A file in DATA_DIR with the path of a database folder elsewhere. */
export const pointerName = "postgres.location";

/**
 * Locates the database folder of `dataDir`: `postgres` inside it, or a folder under `systemDirectory` when PostgreSQL's
 * user cannot reach DATA_DIR. A pointer file in DATA_DIR names a folder elsewhere. `moved`: this start put it there.
 * @throws OperatorError for an unusable DATA_DIR
 */
export async function locate(dataDir: string, systemDirectory: string) {
  await prepare(dataDir);
  const inside = join(dataDir, "postgres");
  const pointed = await readFile(join(dataDir, pointerName), "utf8").catch(() => undefined);
  const directory = pointed?.trim() ?? inside;
  const account = await postgresAccount(directory);
  if (existsSync(directory)) {
    if (account && !(await reaches(account, join(directory, "..")))) {
      throw new OperatorError(`The database folder ${directory} cannot be reached by the user it belongs to.`);
    }
    return { directory, account, moved: false };
  }
  if (pointed !== undefined) {
    throw new OperatorError(
      `The database of ${dataDir} was kept in ${directory}, which is gone; bring it back, or delete ${join(dataDir, pointerName)} to begin with an empty one.`,
    );
  }
  if (!account || (await makeReachable(account, dataDir))) return { directory, account, moved: false };
  const name = createHash("sha256")
    .update(await realpath(dataDir))
    .digest("hex")
    .slice(0, 12);
  const home = join(systemDirectory, name);
  await makeOpenFolder(systemDirectory);
  await makeOpenFolder(home);
  return { directory: join(home, "postgres"), account, moved: true };
}

/**
 * Lets the account's group enter a folder that only root may enter, if that is enough.
 * @returns whether `account` can reach `dataDir`
 */
async function makeReachable(account: Account, dataDir: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(dataDir);
  if (uid === 0 && gid === 0 && (mode & 0o077) === 0 && (await reaches(account, dirname(dataDir)))) {
    await chown(dataDir, 0, account.gid);
    await chmod(dataDir, 0o710);
  }
  return reaches(account, dataDir);
}

export async function writePointer(dataDir: string, directory: string): Promise<void> {
  await writeFile(join(dataDir, pointerName), `${directory}\n`, { mode: PRIVATE_FILE });
}

async function prepare(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST" || code === "ENOTDIR") {
      throw new OperatorError(`DATA_DIR must be a folder, but ${dataDir} is or lies below a file.`);
    }
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be created or written (${code}).`);
  }
}
