import { migrate, readMigrations } from "../db/migrate.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { loadBackup, type Target } from "./restore.ts";
import { verifyBackup } from "./verify.ts";

/**
 * Takes an open export into a service without accounts and videos, completely or not at all: it compares the checksum of
 * every table with the export's before it commits.
 * @throws OperatorError
 */
export async function importService(target: Target, folder: string) {
  const manifest = await verifyBackup(folder, "csv");
  const known = await readMigrations();
  if (known.length !== manifest.migrations.length || known.at(-1)?.hash !== manifest.migrations.at(-1)?.hash) {
    throw new OperatorError("The export was made by another release: import it with that one, then upgrade.");
  }
  await migrate(target.config);
  const prepare: Parameters<typeof loadBackup>[3] = async (client) => {
    // Without an account nobody has used the service, and its other tables hold what migrations inserted.
    const { rows } = await client.query("select from users union all select from videos limit 1");
    if (rows.length > 0) throw new OperatorError("The service has accounts or videos already; nothing was changed.");
    await client.query("update catalogue_version set version = version + 1");
  };
  await loadBackup(target, folder, manifest, prepare, "csv");
  return manifest;
}
