import { access, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OperatorError } from "../../errors/operator-error.ts";
import { applicationConnection, type Connection } from "./application-role.ts";
import { readPassword } from "./initialise.ts";
import { pointerName } from "./location.ts";
import { livesIn, readPostmasterFile } from "./postmaster-file.ts";
import { address } from "./supervisor.ts";

/**
 * The connection to the embedded PostgreSQL of a running server; null: no server runs.
 * @throws OperatorError when there is no database
 */
export async function runningConnection(dataDir: string): Promise<Connection | null> {
  const home = resolve(dataDir);
  const pointed = await readFile(join(home, pointerName), "utf8").catch(() => undefined);
  const directory = pointed?.trim() ?? join(home, "postgres");
  await access(directory).catch(() => {
    throw new OperatorError(`There is no database in ${home}; set DATA_DIR or DATABASE_URL.`);
  });
  const file = await readPostmasterFile(directory);
  if (!file?.endpoint || !(await livesIn(file.pid, directory))) return null;
  return applicationConnection(address(file.endpoint), await readPassword(directory));
}
