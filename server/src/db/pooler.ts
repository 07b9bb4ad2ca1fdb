import type { Pooler } from "../config/config.ts";
import type pg from "pg";

export interface DatabaseConfig extends pg.PoolConfig {
  /** Null: PostgreSQL itself answers. */
  pooler?: Pooler | null;
}

/**
 * How each connection gets its limits. JIT compilation takes longer than any of our statements runs.
 * @param timeout milliseconds after which PostgreSQL cancels a statement; 0: never
 */
export function limitsThrough(pooler: Pooler | null, timeout: number): pg.PoolConfig {
  if (pooler === null) return { statement_timeout: timeout, options: "-c jit=off" };
  // No connection is ours. PgBouncer's connect_query sets the limits of all, which a start checks (`connect.ts`).
  if (pooler === "transaction") return {};
  // A pooler refuses or drops unknown start-up parameters, and may leave statements of the client before us.
  const settings = `deallocate all; set statement_timeout = ${timeout}; set jit = off`;
  return { onConnect: (client) => client.query(settings) as unknown as void };
}
