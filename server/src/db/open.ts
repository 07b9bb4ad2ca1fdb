import pg from "pg";
import { type DatabaseConfig, limitsThrough } from "./pooler.ts";
import { isReadOnly, isUnanswered } from "./unavailable.ts";

/** The pool or a transaction. */
export interface Database {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Commits when `work` resolves, rolls back when it rejects. `work` must use `tx` only. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /** Lets the later statements of a transaction run for so many milliseconds. @throws outside of one */
  allowTime(milliseconds: number): Promise<void>;
}

export interface DatabasePool extends Database {
  /** Numbers of open connections, idle ones among them, and callers that wait for one. */
  usage(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Milliseconds after which PostgreSQL cancels a statement. */
export const STATEMENT_TIMEOUT = 2_000;
/** Milliseconds until a statement without an answer fails: a frozen or vanished PostgreSQL cancels none. */
const ANSWER_GRACE = 3_000;
const CONNECT_TIMEOUT = 5_000;
const POOL_SIZE = 10;
/** Milliseconds. A new connection has to plan every statement again, which slows the first requests after a pause. */
const IDLE_TIMEOUT = 600_000;

const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
const INT8 = 20;
const PARSERS: Record<number, (value: string) => unknown> = {
  [TIMESTAMPTZ]: isoTime,
  [TIMESTAMPTZ_ARRAY]: (value) => (value === "{}" ? [] : value.slice(2, -2).split('","').map(isoTime)),
  // Counts and versions are far below 2^53.
  [INT8]: Number,
};

/** For a session in UTC, slicing the text takes a tenth of the time of `Date`. */
function isoTime(value: string): string {
  const isUtc = value.length >= 22 && value[10] === " " && value.endsWith("+00");
  if (!isUtc) return new Date(value).toISOString();
  const milliseconds = value.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
};

/** @param onIdleError receives errors of idle connections */
export function openDatabase(
  { pooler = null, statement_timeout: limit = STATEMENT_TIMEOUT, ...connection }: DatabaseConfig,
  onIdleError: (error: Error) => void,
): DatabasePool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    // Without a limit in PostgreSQL there is none here.
    ...(Number(limit) > 0 && { query_timeout: Number(limit) + ANSWER_GRACE }),
    application_name: "manabiya",
    ...connection,
    ...limitsThrough(pooler, Number(limit)),
    types,
  });
  pool.on("error", onIdleError);
  const transaction: DatabasePool["transaction"] = async (work) => {
    const client = await checkOut(pool);
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work(onClient(client));
      const { command } = await client.query("commit");
      // PostgreSQL answers so when a statement failed and `work` went on.
      if (command !== "COMMIT")
        throw new Error("The transaction was rolled back, because one of its statements failed.");
      return result;
    } catch (error) {
      // After a failover a new connection may reach the primary.
      if (isReadOnly(error) || isUnanswered(error)) broken = error as Error;
      // A rollback would wait behind the statement without an answer.
      if (!isUnanswered(error)) await client.query("rollback").catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      release(client, broken);
    }
  };
  return {
    query: (query) => pool.query(query),
    allowTime: () => Promise.reject(new Error("Only a transaction can be allowed more time.")),
    transaction,
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** A broken connection rejects its query and also emits an error, which would end the process without a listener. */
const ignore = () => {};

/** With a promise from the pool, an error that arrives together with the connection would find no listener. */
function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client) resolve(client.on("error", ignore));
      else reject(error ?? new Error("The pool returned no connection"));
    });
  });
}

function release(client: pg.PoolClient, broken?: Error): void {
  client.release(broken);
  client.off("error", ignore);
}

/** Inside a transaction another `transaction` is a savepoint, and `allowTime` holds to the end of all. */
function onClient(client: pg.PoolClient, depth = 1, allowed: { query_timeout?: number } = {}): Database {
  return {
    query: (query) => client.query({ ...query, ...allowed }),
    allowTime: async (milliseconds) => {
      await client.query(`set local statement_timeout = ${milliseconds}`);
      allowed.query_timeout = milliseconds + ANSWER_GRACE;
    },
    transaction: async (work) => {
      const savepoint = `nested_${depth}`;
      await client.query(`savepoint ${savepoint}`);
      try {
        const result = await work(onClient(client, depth + 1, allowed));
        await client.query(`release savepoint ${savepoint}`);
        return result;
      } catch (error) {
        await client.query(`rollback to savepoint ${savepoint}`);
        throw error;
      }
    },
  };
}
