import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { type Database, statement } from "../db/open.ts";

const ping = statement("health.ping", "select 1");

/** `/health/live`: the process answers. `/health/ready`: it can reach its database too. */
export const healthPlugin = fp(async (app: FastifyInstance, { db }: { db: Database }) => {
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async () => {
    await ping(db, []);
    return { status: "ok" };
  });
});
