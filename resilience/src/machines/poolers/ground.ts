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
  start(options: Pick<PgbouncerOptions, "mode" | "keepsNames" | "more">): Promise<Pgbouncer>;
}

/** A pooler, and how the server is told of it. */
export interface Way {
  name: string;
  mode: "session" | "transaction";
  keepsNames: boolean;
  /** The sentence of the server's log. */
  expected: string | null;
}
