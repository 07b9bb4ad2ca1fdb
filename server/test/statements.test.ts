import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statements } from "../src/db/statement.ts";
import { allStatements } from "./testing/database/all-statements.ts";
import { type DescribedColumn, describeStatement } from "./testing/database/describe-statement.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database/test-database.ts";

let database: TestDatabase;
let client: pg.Client;
/** Type names by id, as in `db/columns.ts`. */
let typeNames: Map<number, string>;
/** Columns with a not-null constraint, as "table id.column number". */
let requiredColumns: Set<string>;

beforeAll(async () => {
  await allStatements();
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  const types = await client.query<{ oid: number; name: string }>(
    `select oid, case when typelem <> 0 and typname like '\\_%' then substr(typname, 2) || '[]' else typname end as name
       from pg_type`,
  );
  typeNames = new Map(types.rows.map(({ oid, name }) => [oid, name]));
  const required = await client.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where attnotnull and attnum > 0`,
  );
  requiredColumns = new Set(required.rows.map(({ key }) => key));
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** @returns differences between the declaration and PostgreSQL's description, as sentences */
function contradictions(name: string, described: DescribedColumn[]): string[] {
  const { columns, text } = statements.get(name) ?? { columns: {}, text: "" };
  const undeclared = described.filter((column) => !Object.hasOwn(columns, column.name));
  const problems = undeclared.map((column) => `${name} returns ${column.name}, which is not declared`);
  // An outer join returns nulls even for columns with a constraint.
  const mayAddNulls = /\b(left|right|full)\s+(outer\s+)?join\b|\bunion\b|grouping sets|\brollup\b/i.test(text);
  for (const [column, declared] of Object.entries(columns)) {
    const found = described.find((each) => each.name === column);
    if (!found) {
      problems.push(`${name} declares ${column}, which is not returned`);
      continue;
    }
    const type = typeNames.get(found.typeId) ?? "unknown";
    if (!declared.types.includes(type)) {
      problems.push(`${name}.${column} is ${type} and declared as ${declared.types.join(" or ")}`);
    }
    if (found.tableId === 0) continue;
    const isRequired = requiredColumns.has(`${found.tableId}.${found.columnNumber}`);
    if (!isRequired && declared.null === "never") {
      problems.push(`${name}.${column} may be null: declare it as nullable(…), or notNull(…) with a condition`);
    }
    if (isRequired && declared.null === "excluded") problems.push(`${name}.${column} needs no notNull(…)`);
    if (isRequired && declared.null === "possible" && !mayAddNulls) {
      problems.push(`${name}.${column} is declared as nullable(…) and is never null`);
    }
  }
  return problems;
}

test("every statement returns the columns, types and nulls that it declares", async () => {
  expect(statements.size).toBeGreaterThan(200);
  const problems: string[] = [];
  for (const [name, { text }] of statements) {
    const described = await describeStatement(client, text).catch((error: Error) => error);
    if (described instanceof Error) problems.push(`${name}: ${described.message}`);
    else problems.push(...contradictions(name, described));
  }
  expect(problems).toEqual([]);
});
