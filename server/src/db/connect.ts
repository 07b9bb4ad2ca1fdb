import pg from "pg";
import type { Env, Pooler } from "../config/config.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { openEmbedded } from "./embedded.ts";
import { STATEMENT_TIMEOUT } from "./open.ts";
import type { DatabaseConfig } from "./pooler.ts";

/** `close` stops the embedded PostgreSQL and does nothing to the operator's own. */
export interface Connection {
  config: DatabaseConfig;
  close(): Promise<void>;
}

/**
 * Connects to the PostgreSQL of `DATABASE_URL`, or opens the embedded one.
 * @throws OperatorError
 */
export async function connect(
  env: Pick<Env, "databaseUrl" | "databasePooler" | "dataDir">,
  log: (line: string) => void,
): Promise<Connection> {
  if (env.databaseUrl !== null) {
    const config = { connectionString: env.databaseUrl, pooler: env.databasePooler };
    await tryOut(config);
    return { config, close: async () => {} };
  }
  const embedded = await openEmbedded({ dataDir: env.dataDir, log });
  return { config: embedded.connection, close: () => embedded.stop() };
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds: a limit that no `connect_query` sets. */
const TRIED_TIMEOUT = STATEMENT_TIMEOUT + 1;

/** A wrong DATABASE_POOLER must not serve: statements would run without limits, or under names that clash. @throws OperatorError */
async function tryOut({ connectionString, pooler }: { connectionString: string; pooler: Pooler | null }) {
  const opened: pg.Client[] = [];
  const open = async (limit?: number) => {
    opened.push(await reach({ connectionString, statement_timeout: limit }));
    return opened.at(-1) as pg.Client;
  };
  try {
    const first = await open(pooler === null ? TRIED_TIMEOUT : undefined);
    const one = await look(first);
    if (pooler === "transaction") {
      if (one?.limit !== STATEMENT_TIMEOUT) throw new OperatorError(UNLIMITED);
      if (!(await followsNames(first))) throw new OperatorError(UNFOLLOWED);
      return;
    }
    const second = await open();
    const [other, again] = [await look(second), await look(first)];
    const isHeld = one?.pid === again?.pid && one?.pid !== other?.pid;
    if (!isHeld) throw new OperatorError("A pooler changes the server connection: set DATABASE_POOLER to transaction.");
    const isLimited = one?.limit === TRIED_TIMEOUT || connectionString.includes("statement_timeout=");
    if (pooler === null && !isLimited) throw new OperatorError(UNDECLARED);
  } finally {
    await Promise.all(opened.map((client) => client.end()));
  }
}

async function look(client: pg.Client) {
  const { rows } = await client.query<{ pid: number; limit: number }>(
    "select pg_backend_pid() as pid, setting::int as limit from pg_settings where name = 'statement_timeout'",
  );
  return rows[0];
}

const PROBE = "manabiya.probe";

/** A pooler that follows prepared statements gives them names of its own. */
async function followsNames(client: pg.Client): Promise<boolean> {
  // The transaction holds one server connection.
  await client.query("begin");
  await client.query({ name: PROBE, text: "select" });
  const { rowCount } = await client.query(`select from pg_prepared_statements where name = '${PROBE}'`);
  // Otherwise the next start would find its name taken.
  if (rowCount !== 0) await client.query(`deallocate "${PROBE}"`);
  await client.query("commit");
  return rowCount === 0;
}

const UNLIMITED =
  "DATABASE_POOLER=transaction: statements have no limit of 2 s. Set connect_query in PgBouncer as docs/pooler.md says, then RECONNECT.";
const UNFOLLOWED =
  "DATABASE_POOLER=transaction: the pooler does not follow prepared statements. Set max_prepared_statements, which PgBouncer has since 1.21.";
const UNDECLARED =
  "DATABASE_URL leads to a pooler: set DATABASE_POOLER to session or transaction, whichever its pool_mode is.";

async function reach(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    // For a host with two addresses the error has no message.
    const { message, code } = error as NodeJS.ErrnoException;
    if (/startup parameter/.test(message)) throw new OperatorError(UNDECLARED);
    throw new OperatorError(`The database of DATABASE_URL cannot be reached: ${message || code}.`);
  }
}
