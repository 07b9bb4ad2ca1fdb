// `npm run keep-backup`: makes the backups that are missing in server/src/backup/releases, one for each migration. Each
// holds rows in every table, so that the tests restore what an operator's backup of that release holds.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { takeBackup } from "../../../src/backup/take.ts";
import { openEmbedded } from "../../../src/db/embedded.ts";
import { createMigrationsTable, type Migration, readMigrations, recordMigration } from "../../../src/db/migrate.ts";
import { openDatabase } from "../../../src/db/open.ts";
import { databaseUrl } from "../database/test-database.ts";
import { fillEveryTable } from "./fill-every-table.ts";
import { packBackup, packedTags } from "./packed-backup.ts";

async function createSchema(connectionString: string, migrations: Migration[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await createMigrationsTable(client);
  for (const migration of migrations) {
    for (const statement of migration.statements) await client.query(statement);
    await recordMigration(client, migration);
  }
  await client.end();
}

const folder = await mkdtemp(join(tmpdir(), "manabiya-keep-backup-"));
// When we are root, PostgreSQL's user must be able to enter it.
await chmod(folder, 0o711);
const postgres = await openEmbedded({ dataDir: join(folder, "data"), durable: false });
const server = new pg.Client({ connectionString: postgres.url });
try {
  await server.connect();
  const migrations = await readMigrations();
  const packed = await packedTags();
  for (const [index, { tag }] of migrations.entries()) {
    if (packed.includes(tag)) continue;
    const name = `release_${index}`;
    await server.query(`create database ${name} template template0 encoding 'UTF8'`);
    const config = { connectionString: databaseUrl(postgres.url, name) };
    await createSchema(config.connectionString, migrations.slice(0, index + 1));
    const db = openDatabase(config, () => {});
    await fillEveryTable(db);
    await db.close();
    const backup = join(folder, tag);
    await takeBackup({ config, dataDir: folder, bucket: null }, backup, console.error);
    await packBackup(backup, tag);
    console.log(`server/src/backup/releases/${tag}.json`);
  }
} finally {
  await server.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
