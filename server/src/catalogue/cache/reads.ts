import type pg from "pg";
import type { Database, DatabasePool } from "../../db/open.ts";

/** The database, or a replica that has caught up. */
export type Reads = Pick<Database, "query">;

export interface CatalogueReads {
  /** Reads nothing older than `version`. */
  atLeast(version: number): Reads;
}

export function readPrimary(db: Reads): CatalogueReads {
  return { atLeast: () => db };
}

/** Milliseconds. */
const RETRY_AFTER = 5_000;

export interface ReplicaDeps {
  primary: Reads;
  replica: Pick<DatabasePool, "session">;
  onUnavailable: (error: unknown) => void;
  onAvailable: () => void;
  /** Milliseconds without reads from a replica after it failed. */
  retryAfter?: number;
}

/** Reads since the process started. */
export interface ReplicaCounts {
  replica: number;
  /** The replica had not caught up. */
  behind: number;
  /** The replica failed, or had failed shortly before. */
  away: number;
}

/**
 * Reads from a replica that has caught up, otherwise from the primary. Each read first checks the version on the same
 * connection, so it does not matter which of several replicas answers. After a failure the primary answers for a while.
 */
export function readReplica({
  primary,
  replica,
  onUnavailable,
  onAvailable,
  retryAfter = RETRY_AFTER,
}: ReplicaDeps): CatalogueReads & { counts: ReplicaCounts } {
  const counts: ReplicaCounts = { replica: 0, behind: 0, away: 0 };
  let retryAt = -Infinity;
  let isUnavailable = false;

  async function tryReplica<Row extends pg.QueryResultRow>(version: number, query: pg.QueryConfig) {
    if (performance.now() < retryAt) {
      counts.away += 1;
      return null;
    }
    try {
      const result = await replica.session(async (session) => {
        const { rows } = await session.query<{ version: number }>(CHECK_VERSION);
        return (rows[0]?.version ?? -1) >= version ? session.query<Row>(query) : null;
      });
      if (isUnavailable) onAvailable();
      isUnavailable = false;
      counts[result === null ? "behind" : "replica"] += 1;
      return result;
    } catch (error) {
      // If the query itself is wrong, the primary rejects it too.
      retryAt = performance.now() + retryAfter;
      if (!isUnavailable) onUnavailable(error);
      isUnavailable = true;
      counts.away += 1;
      return null;
    }
  }

  return {
    counts,
    atLeast: (version) => ({
      query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) =>
        (await tryReplica<Row>(version, query)) ?? primary.query<Row>(query),
    }),
  };
}

const CHECK_VERSION = { name: "reads.version", text: "select version from catalogue_version" };
