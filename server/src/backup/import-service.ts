import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate, readMigrations } from "../db/migrate.ts";
import type { DatabaseConfig } from "../db/pooler.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { type FileLocation, restoreFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { csvPath } from "./open-export.ts";
import { checkNotServed, compare, setSequences } from "./restore.ts";
import { withoutIndexes } from "./schema-at.ts";
import { copyOptions, quoted, setCopySettings } from "./tables.ts";
import { verifyBackup } from "./verify.ts";

/**
 * Takes an open export into a service without accounts and videos, completely or not at all: it compares the checksum of
 * every table with the export's before it commits.
 * @throws OperatorError
 */
export async function importService(
  { config, ...location }: FileLocation & { config: DatabaseConfig },
  folder: string,
): Promise<Manifest> {
  const manifest = await verifyBackup(folder, "csv");
  const known = await readMigrations();
  if (known.length !== manifest.migrations.length || known.at(-1)?.hash !== manifest.migrations.at(-1)?.hash) {
    throw new OperatorError("The export was made by another release: import it with that one, then upgrade.");
  }
  await migrate(config);
  const client = new pg.Client({ ...config, application_name: "manabiya-import" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await checkNotServed(client, config);
    await client.query("begin");
    await setCopySettings(client);
    await checkUnused(client);
    const makeIndexes = await withoutIndexes(client);
    await client.query(`truncate ${quoted(manifest.tables.map(({ name }) => name))}`);
    for (const { name, columns } of manifest.tables) {
      const into = client.query(copyFrom(`copy "${name}" (${quoted(columns)}) from stdin ${copyOptions("csv")}`));
      await pipeline(createReadStream(csvPath(folder, name)), into);
    }
    await setSequences(client, manifest);
    await makeIndexes();
    await compare(client, manifest.tables, "csv");
    await client.query("update catalogue_version set version = version + 1");
    for (const file of manifest.files) await restoreFile(folder, location, file);
    // Not VACUUM, which runs outside of a transaction and would meet a pooler's limit. Autovacuum follows.
    await client.query("analyze");
    await client.query("commit");
  } finally {
    await client.end();
  }
  return manifest;
}

/** Without an account nobody has used the service, and its other tables hold what migrations inserted. */
async function checkUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from users union all select from videos limit 1");
  if (rows.length > 0) throw new OperatorError("The service has accounts or videos already; nothing was changed.");
}
