import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { newestMigration } from "../db/migrate.ts";
import type { Database } from "../db/open.ts";
import { int, nullable } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { isDraining } from "../runtime/shutdown.ts";

/** When the newest migration that the database has was written, milliseconds since 1970. */
const readMigrated = statement(
  "health.migrated",
  { migrated: nullable(int) },
  `select max(created_at) as migrated from drizzle.__drizzle_migrations`,
);

/**
 * `/health/live`: the process answers. `/health/ready`: requests may be sent here: the database answers, its schema is
 * at least ours, and we are not about to end.
 */
export const healthPlugin = fp(async (app: FastifyInstance, { db }: { db: Database }) => {
  const ours = await newestMigration();
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async (_request, reply) => {
    if (isDraining(app.server)) return reply.code(503).send({ status: "draining" });
    const [row] = await readMigrated(db, []);
    if ((row?.migrated ?? 0) < ours) return reply.code(503).send({ status: "schema is behind" });
    return { status: "ok" };
  });
});
