import { openDatabase } from "@manabiya/server/src/db/open.ts";
import type { Pooler } from "@manabiya/server/src/config/config.ts";
import pg from "pg";
import { atMost, type Finding, none } from "../../finding.ts";

/** Runs longer than the server's limit of two seconds, and shorter than it waits for an answer. */
const SLEEP = { name: "poolers.sleep", text: "select pg_sleep($1)", values: [4] };
/** Seconds: the limit, and what a busy machine adds. */
const GOAL = 3;
/** Error code of a cancelled statement. */
const CANCELLED = "57014";

export interface Limits {
  /** Seconds until PostgreSQL cancelled the statement, by its kind; Infinity: never. */
  cancelledAfter: Record<string, number>;
  /** Everything else that was not as it should be. */
  wrong: string[];
}

export function judgeLimits(name: string, { cancelledAfter, wrong }: Limits): Finding[] {
  return [
    ...Object.entries(cancelledAfter).map(([kind, seconds]) =>
      atMost(`${name}: ${kind} is cancelled after`, seconds, GOAL, " s"),
    ),
    none(`${name}: settings that do not hold`, wrong),
  ];
}

/**
 * Runs statements over their limit. In session mode their server connection had another client before, which left it
 * without limits. In transaction mode no other client may have the role (docs/pooler.md).
 */
export async function tryLimits(connectionString: string, pooler: Pooler | null): Promise<Limits> {
  const spoiled = pooler === "session" ? await spoil(connectionString) : undefined;
  // One connection, so that the next statement follows on it.
  const db = openDatabase({ connectionString, pooler, max: 1 }, () => {});
  const wrong: string[] = [];
  try {
    const { rows } = await db.query<{ pid: number; jit: string }>({
      text: "select pg_backend_pid() as pid, current_setting('jit') as jit",
    });
    const [found] = rows;
    if (found?.jit !== "off") wrong.push("JIT compilation is on");
    if (spoiled !== undefined && found?.pid !== spoiled) wrong.push("the other client had another server connection");
    const alone = await timeOf(() => db.query(SLEEP));
    const inside = await timeOf(() => db.transaction((tx) => tx.query(SLEEP)));
    const isLonger = db.transaction(async (tx) => {
      await tx.query({ text: "set local statement_timeout = '4s'" });
      await tx.query({ text: "select pg_sleep(2.5)" });
    });
    await isLonger.catch((error: unknown) => wrong.push(`a longer limit of a transaction: ${codeOf(error)}`));
    return {
      cancelledAfter: {
        "a statement": alone,
        "a statement of a transaction": inside,
        "a statement after a transaction with a longer limit": await timeOf(() => db.query(SLEEP)),
      },
      wrong,
    };
  } finally {
    await db.close();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  try {
    await work();
    return Infinity;
  } catch (error) {
    if (codeOf(error) !== CANCELLED) throw error;
    return (performance.now() - began) / 1000;
  }
}

/** A careless client leaves settings on its server connection. @returns the connection's process */
async function spoil(connectionString: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set jit = on; prepare poolers_left as select 1");
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return rows[0]?.pid;
  } finally {
    await client.end();
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);
