import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

/** What queries run on: the pool, or one transaction of it. Functions that write take it as their first argument. */
export interface Database {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Drizzle on the same connection, for what is not on a hot path. */
  orm: NodePgDatabase;
  /** Commits when `work` resolves, rolls back when it rejects. `work` must use the database it is given. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
}

export interface DatabasePool extends Database {
  /** Runs `work` on one connection, without a transaction. A connection on which it failed is not used again. */
  session<T>(work: (session: Pick<Database, "query">) => Promise<T>): Promise<T>;
  /** Connections: open ones, those of them that nobody uses, and callers who wait for one. */
  usage(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Milliseconds that a statement may take before PostgreSQL cancels it. */
const STATEMENT_TIMEOUT = 2_000;
const CONNECT_TIMEOUT = 5_000;
const POOL_SIZE = 10;
/** Milliseconds; opening a connection and planning its statements again costs the members who come after a pause. */
const IDLE_TIMEOUT = 600_000;

const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
const INT8 = 20;
const PARSERS: Record<number, (value: string) => unknown> = {
  [TIMESTAMPTZ]: isoTime,
  [TIMESTAMPTZ_ARRAY]: (value) => (value === "{}" ? [] : value.slice(2, -2).split('","').map(isoTime)),
  // Counts and versions: far below 2^53.
  [INT8]: Number,
};

/** Where the session's time zone is UTC a part of the text is enough, for a tenth of the time that Date takes. */
function isoTime(value: string): string {
  const isUtc = value.length >= 22 && value[10] === " " && value.endsWith("+00");
  if (!isUtc) return new Date(value).toISOString();
  const milliseconds = value.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
};

/** Opens a pool; `onIdleError` hears of connections that broke while nobody used them. */
export function openDatabase(connection: pg.PoolConfig, onIdleError: (error: Error) => void): DatabasePool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    // To compile a statement takes longer than any of ours runs.
    options: "-c jit=off",
    application_name: "manabiya",
    ...connection,
    types,
  });
  pool.on("error", onIdleError);
  return {
    query: (query) => pool.query(query),
    orm: drizzle(pool),
    transaction: async (work) => {
      const client = await checkOut(pool);
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await work(onClient(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        giveBack(client, broken);
      }
    },
    session: async (work) => {
      const client = await checkOut(pool);
      try {
        const result = await work({ query: (query) => client.query(query) });
        giveBack(client);
        return result;
      } catch (error) {
        giveBack(client, error as Error);
        throw error;
      }
    },
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** A connection that breaks tells its query and, besides, whoever listens; without a listener the process would end. */
const ignore = () => {};

async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  return (await pool.connect()).on("error", ignore);
}

function giveBack(client: pg.PoolClient, broken?: Error): void {
  client.release(broken);
  client.off("error", ignore);
}

/** Inside a transaction another `transaction` is a savepoint. */
function onClient(client: pg.PoolClient, depth = 1): Database {
  return {
    query: (query) => client.query(query),
    orm: drizzle(client),
    transaction: async (work) => {
      const savepoint = `nested_${depth}`;
      await client.query(`savepoint ${savepoint}`);
      try {
        const result = await work(onClient(client, depth + 1));
        await client.query(`release savepoint ${savepoint}`);
        return result;
      } catch (error) {
        await client.query(`rollback to savepoint ${savepoint}`);
        throw error;
      }
    },
  };
}
