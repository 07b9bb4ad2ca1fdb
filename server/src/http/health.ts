import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { readMigrations } from "../db/migrate.ts";
import { bool, type Database, int, statement } from "../db/statement.ts";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { isDraining } from "./draining.ts";

/** Milliseconds. A load balancer must not wait for a connection of a busy pool. */
const PROBE_TIMEOUT = 2_000;

/** `migrated`: the number of migrations that ran. */
const readState = statement("health.state", { migrated: int, is_read_only: bool })`
  select count(*) as migrated,
         pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only
    from drizzle.__drizzle_migrations`;

/**
 * `/health/live`: the process responds. `/health/ready`: it takes requests, since the database accepts writes, the schema
 * is current and the process is not draining. `/health/proxy`: whether the client's address arrives through the proxies.
 */
export const healthPlugin = fp(async (app: FastifyInstance, { db }: { db: Database }) => {
  const required = (await readMigrations()).length;
  let probe: Promise<string> | null = null;

  async function check(): Promise<string> {
    try {
      const [row] = await readState(db, []);
      if (row?.is_read_only !== false) return "database is read-only";
      return row.migrated < required ? "schema is behind" : "ok";
    } catch (error) {
      if (isDatabaseUnavailable(error)) return "database is unavailable";
      throw error;
    }
  }

  /** Probes that arrive together share one statement: anybody may send them. */
  function probed(): Promise<string> {
    probe ??= check().finally(() => (probe = null));
    return Promise.race([probe, pause(PROBE_TIMEOUT, "database is unavailable", { ref: false })]);
  }

  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/proxy", async ({ headers, ips = [] }) => {
    if (headers["x-forwarded-for"] === undefined) return { forwarded: "absent" };
    return { forwarded: ips.length > 1 ? "believed" : "ignored" };
  });
  app.get("/health/ready", async (_request, reply) => {
    const status = isDraining(app.server) ? "draining" : await probed();
    if (status !== "ok") reply.code(503).header("retry-after", 1);
    return { status };
  });
});
