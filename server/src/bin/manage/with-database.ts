import { connect } from "../../db/connect.ts";
import { migrate } from "../../db/migrate.ts";
import { type Database, openDatabase } from "../../db/open.ts";
import { readEnv } from "../../config/config.ts";

/**
 * Opens the database for one command and migrates it.
 * @throws OperatorError when a running server holds the embedded database
 */
export async function withDatabase(
  environment: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const connection = await connect(readEnv(environment), console.error);
  try {
    await migrate(connection.config);
    const db = openDatabase(connection.config, (error) => console.error(error.message));
    try {
      await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await connection.close();
  }
}
