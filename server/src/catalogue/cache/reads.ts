import type pg from "pg";
import type { Database, DatabasePool } from "../../db/open.ts";

/** What reads of the catalogue run on: the database, or a replica that has caught up. */
export type Reads = Pick<Database, "query">;

/** Where what all members see the same is read. */
export interface CatalogueReads {
  /** Reads nothing older than `version`. */
  atLeast(version: number): Reads;
}

/** Everything from the one database. */
export function readPrimary(db: Reads): CatalogueReads {
  return { atLeast: () => db };
}

const REST = 5_000;

export interface ReplicaParts {
  primary: Reads;
  replica: Pick<DatabasePool, "session">;
  onAway: (error: unknown) => void;
  onBack: () => void;
  /** Milliseconds for which a replica that failed is left alone. */
  rest?: number;
}

/** How reads went since the process began. */
export interface ReplicaCounts {
  /** Answered by the replica. */
  replica: number;
  /** The replica had not caught up. */
  behind: number;
  /** The replica failed, or rested after it had. */
  away: number;
}

/**
 * Reads from a replica whatever it has already, and the rest from the primary. Each read looks at the version on the
 * same connection first, so that it does not matter which of several replicas answers, or how late it is. A replica that
 * fails is left alone for a while; who asked meanwhile is answered by the primary.
 */
export function readReplica({
  primary,
  replica,
  onAway,
  onBack,
  rest = REST,
}: ReplicaParts): CatalogueReads & {
  counts: ReplicaCounts;
} {
  const counts: ReplicaCounts = { replica: 0, behind: 0, away: 0 };
  let restsUntil = -Infinity;
  let isAway = false;

  async function tryReplica<Row extends pg.QueryResultRow>(version: number, query: pg.QueryConfig) {
    if (performance.now() < restsUntil) {
      counts.away += 1;
      return null;
    }
    try {
      const result = await replica.session(async (session) => {
        const { rows } = await session.query<{ version: number }>(LOOK);
        return (rows[0]?.version ?? -1) >= version ? session.query<Row>(query) : null;
      });
      if (isAway) onBack();
      isAway = false;
      counts[result === null ? "behind" : "replica"] += 1;
      return result;
    } catch (error) {
      // Whatever the fault is, the primary knows whether it is the query's own.
      restsUntil = performance.now() + rest;
      if (!isAway) onAway(error);
      isAway = true;
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

const LOOK = { name: "reads.version", text: "select version from catalogue_version" };
