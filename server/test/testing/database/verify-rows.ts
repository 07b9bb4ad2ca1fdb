import type pg from "pg";
import { statements } from "../../../src/db/statement.ts";
import type { Database } from "../../../src/db/open.ts";

/**
 * Throws when a statement returns a null that its declaration excludes. PostgreSQL's description cannot tell that for
 * expressions and outer joins.
 */
export function verifyRows(db: Database): Database {
  return {
    ...db,
    query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
      const result = await db.query<Row>(query);
      verify(query.name, result.rows);
      return result;
    },
    transaction: (work) => db.transaction((tx) => work(verifyRows(tx))),
  };
}

function verify(name: string | undefined, rows: Record<string, unknown>[]): void {
  const columns = name === undefined ? null : statements.get(name)?.columns;
  for (const [column, { null: nulls }] of Object.entries(columns ?? {})) {
    if (nulls === "possible") continue;
    if (rows.some((row) => row[column] === null))
      throw new Error(`${name}.${column} is null and is declared not to be`);
  }
}
