import type pg from "pg";
import type { Env } from "../env.ts";
import { openEmbedded } from "./embedded.ts";

/** Which PostgreSQL the process uses; `close` ends the embedded one and leaves the operator's own alone. */
export interface Connection {
  config: pg.PoolConfig;
  close(): Promise<void>;
}

/**
 * The operator's PostgreSQL when `DATABASE_URL` names one, else the embedded one, opened.
 * @throws StartupFault
 */
export async function connect(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  log: (line: string) => void,
): Promise<Connection> {
  if (env.databaseUrl !== null) {
    return { config: { connectionString: env.databaseUrl }, close: async () => {} };
  }
  const embedded = await openEmbedded({ dataDir: env.dataDir, log });
  return { config: embedded.connection, close: () => embedded.stop() };
}
