import type { Members } from "@manabiya/bench/calls/members.ts";
import type { LoadClient } from "@manabiya/bench/load/burst.ts";
import type { BenchDatabase } from "@manabiya/bench/servers/database.ts";
import type { Pgbouncer, PgbouncerOptions } from "./pgbouncer.ts";

/** Everything that the drill starts and closes. */
export interface Ground {
  database: BenchDatabase;
  members: Members;
  client: LoadClient;
  folder: string;
  start(options: Pick<PgbouncerOptions, "mode" | "isOld" | "isUnlimited" | "more">): Promise<Pgbouncer>;
}

/** The word of `pool_mode` and DATABASE_POOLER. */
export type Way = "session" | "transaction";
