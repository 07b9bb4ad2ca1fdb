import type { Pooler } from "../config/config.ts";
import pg from "pg";

export interface DatabaseConfig extends pg.PoolConfig {
  /** Null: PostgreSQL itself answers. */
  pooler?: Pooler | null;
}

/** How statements and their limits travel. JIT compilation takes longer than any of our statements runs. */
export interface Speech {
  connecting: pg.PoolConfig;
  begin: string;
  /** Inside a transaction. */
  inside: (client: pg.ClientBase, query: pg.QueryConfig) => pg.QueryConfig;
  /** Outside of transactions. */
  alone: (query: pg.QueryConfig) => pg.QueryConfig;
}

/** @param timeout milliseconds after which PostgreSQL cancels a statement; 0: never */
export function speechTo(pooler: Pooler | null, timeout: number): Speech {
  const plain = { begin: "begin", inside: (_client: unknown, query: pg.QueryConfig) => query };
  const alone = (query: pg.QueryConfig) => query;
  if (pooler === null) return { ...plain, alone, connecting: { statement_timeout: timeout, options: "-c jit=off" } };
  if (pooler === "session") {
    // A pooler refuses or drops unknown start-up parameters, and may leave statements of the client before us.
    const settings = `deallocate all; set statement_timeout = ${timeout}; set jit = off`;
    const onConnect = (client: pg.ClientBase) => client.query(settings) as unknown as void;
    return { ...plain, alone, connecting: { onConnect } };
  }
  return {
    connecting: { onConnect: (client) => keepsNames(client) as unknown as void },
    // Nothing of a session is ours, so the limits travel with each transaction and with each statement outside of one.
    begin: `begin; set local statement_timeout = ${timeout}; set local jit = off`,
    inside: (client, query) => (isNamed(wireOf(client)) ? query : { ...query, name: undefined }),
    // `pg` takes an object that sends itself in the place of a description.
    alone: (query) => new LimitedQuery(query, timeout) as unknown as pg.QueryConfig,
  };
}

const LIMITS = {
  name: "manabiya.limits",
  text: "select set_config('statement_timeout', $1, true), set_config('jit', 'off', true)",
};
const DUPLICATE_NAME = "42P05";

/**
 * Whether prepared statements keep their names behind the pooler. One that follows them, as PgBouncer does since 1.21, gives
 * them names of its own. Otherwise a name would reach a server connection that other clients use too.
 */
export async function keepsNames(client: pg.ClientBase): Promise<boolean> {
  await client.query("begin");
  let isRenamed = false;
  try {
    await client.query({ ...LIMITS, values: ["0"] });
    const { rowCount } = await client.query(`select from pg_prepared_statements where name = '${LIMITS.name}'`);
    isRenamed = rowCount === 0;
    if (!isRenamed) await client.query(`deallocate "${LIMITS.name}"`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== DUPLICATE_NAME) throw error;
  }
  if (!isRenamed) delete wireOf(client).parsedStatements[LIMITS.name];
  await client.query("rollback");
  return isRenamed;
}

/** The parts of `pg`'s connection that its types leave out. */
interface Wire {
  parsedStatements: Record<string, string | undefined>;
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  execute(message: { portal: string; rows: number }): void;
}

const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection;

/** Only a connection whose pooler follows names keeps this one. */
const isNamed = ({ parsedStatements }: Wire) => parsedStatements[LIMITS.name] !== undefined;

interface Sent {
  name: string | undefined;
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}

const SentQuery = pg.Query as unknown as new (query: pg.QueryConfig & { queryMode: "extended" }) => Sent;

/** Sends the limits and the statement without a pause between them, which PostgreSQL runs as one transaction. */
class LimitedQuery extends SentQuery {
  readonly #timeout: number;
  #isLimited = false;

  constructor(query: pg.QueryConfig, timeout: number) {
    super({ ...query, queryMode: "extended" });
    this.#timeout = timeout;
  }

  override prepare(wire: Wire): void {
    const name = isNamed(wire) ? LIMITS.name : "";
    if (name === "") {
      this.name = undefined;
      wire.parse({ text: LIMITS.text, name });
    }
    wire.bind({ statement: name, values: [String(this.#timeout)] });
    wire.execute({ portal: "", rows: 0 });
    super.prepare(wire);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isLimited) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isLimited) super.handleCommandComplete(message, wire);
    this.#isLimited = true;
  }
}
