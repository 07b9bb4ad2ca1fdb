import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { newestMigration } from "../db/migrate.ts";
import type { Database } from "../db/open.ts";
import { int, nullable } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { isDraining } from "../runtime/shutdown.ts";

/** Milliseconds since 1970 of the newest migration in the database. */
const readMigrated = statement(
  "health.migrated",
  { migrated: nullable(int) },
  `select max(created_at) as migrated from drizzle.__drizzle_migrations`,
);

/**
 * `/health/live`: the process responds. `/health/ready`: it takes requests, since the database responds, the schema is
 * current and the process is not draining.
 */
export const healthPlugin = fp(async (app: FastifyInstance, { db }: { db: Database }) => {
  const required = await newestMigration();
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async (_request, reply) => {
    if (isDraining(app.server)) return reply.code(503).send({ status: "draining" });
    const [row] = await readMigrated(db, []);
    if ((row?.migrated ?? 0) < required) return reply.code(503).send({ status: "schema is behind" });
    return { status: "ok" };
  });
});
