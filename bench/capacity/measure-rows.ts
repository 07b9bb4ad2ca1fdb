import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "@manabiya/server/src/db/embedded.ts";
import { migrate } from "@manabiya/server/src/db/migrate.ts";
import { openDatabase } from "@manabiya/server/src/db/open.ts";
import { fillDatabase } from "@manabiya/server/test/testing/large-database.ts";
import { ROW_BYTES } from "./measured.ts";

const LONG_MEMBER = 1;

/** Bytes of a row with its indexes, by table: a filled database of the present schema, freshly written. */
export async function measureRows(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-rows-"));
  const postgres = await openEmbedded({ dataDir: folder, durable: false });
  try {
    await migrate(postgres.connection);
    const db = openDatabase({ ...postgres.connection, statement_timeout: 0 }, () => {});
    await fillDatabase(db, new Date().toISOString(), LONG_MEMBER);
    const bytes: Record<string, number> = {};
    for (const table of Object.keys(ROW_BYTES)) {
      const { rows } = await db.query<{ bytes: number }>({
        text: `select round(pg_total_relation_size('${table}')::numeric / count(*))::int as bytes from ${table}`,
      });
      bytes[table] = rows[0]?.bytes ?? Number.NaN;
    }
    await db.close();
    return bytes;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
