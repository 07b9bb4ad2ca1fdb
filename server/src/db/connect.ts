import pg from "pg";
import type { Env } from "../config/config.ts";
import { OperatorError } from "../runtime/operator-error.ts";
import { openEmbedded } from "./embedded.ts";

/** `close` stops the embedded PostgreSQL and does nothing to the operator's own. */
export interface Connection {
  config: pg.PoolConfig;
  close(): Promise<void>;
}

/**
 * Connects to the PostgreSQL of `DATABASE_URL`, or opens the embedded one.
 * @throws OperatorError
 */
export async function connect(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  log: (line: string) => void,
): Promise<Connection> {
  if (env.databaseUrl !== null) {
    const config = { connectionString: env.databaseUrl };
    await checkReachable(config);
    return { config, close: async () => {} };
  }
  const embedded = await openEmbedded({ dataDir: env.dataDir, log });
  return { config: embedded.connection, close: () => embedded.stop() };
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;

async function checkReachable(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // For a host with two addresses the error has no message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`The database of DATABASE_URL cannot be reached: ${message || code}.`);
  }
  await client.end();
}
