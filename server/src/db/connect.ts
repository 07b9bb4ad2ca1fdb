import pg from "pg";
import type { Env } from "../config/config.ts";
import { OperatorError } from "../runtime/operator-error.ts";
import { openEmbedded } from "./embedded.ts";

/** Which PostgreSQL the process uses; `close` ends the embedded one and leaves the operator's own alone. */
export interface Connection {
  config: pg.PoolConfig;
  close(): Promise<void>;
}

/**
 * The operator's PostgreSQL when `DATABASE_URL` names one, else the embedded one, opened.
 * @throws OperatorError
 */
export async function connect(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  log: (line: string) => void,
): Promise<Connection> {
  if (env.databaseUrl !== null) {
    const config = { connectionString: env.databaseUrl };
    await refuseUnreachable(config);
    return { config, close: async () => {} };
  }
  const embedded = await openEmbedded({ dataDir: env.dataDir, log });
  return { config: embedded.connection, close: () => embedded.stop() };
}

/** Milliseconds. */
const PATIENCE = 10_000;

async function refuseUnreachable(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PATIENCE });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // A host of two addresses fails twice, without a message of its own.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`The database of DATABASE_URL cannot be reached: ${message || code}.`);
  }
  await client.end();
}
