import { randomUUID } from "node:crypto";
import type { Database } from "../../src/db/open.ts";

export type Row = Record<string, unknown>;

interface Column {
  name: string;
  type: string;
  is_nullable: boolean;
  /** The table that a foreign key refers to. */
  refers_to: string | null;
  referred_column: string | null;
}

/**
 * Inserts a row with values that derive from the schema, so that a new table needs no factory. Every text contains
 * `about`. Nullable columns of other types stay null. A row that a foreign key needs is inserted too.
 * @param given values for some columns
 * @param existing keys of rows that foreign keys can refer to, by table
 */
export async function insertGeneratedRow(
  db: Database,
  table: string,
  { about, at, given = {}, existing = {} }: { about: string; at: string; given?: Row; existing?: Row },
): Promise<Row> {
  const row: Row = { ...given };
  for (const { name, type, is_nullable, refers_to, referred_column } of await columnsOf(db, table)) {
    if (name in row || (is_nullable && (type !== "text" || refers_to !== null))) continue;
    if (refers_to === null || referred_column === null) {
      row[name] = valueOf(type, { about: `${about} in ${table}.${name}`, at });
    } else {
      row[name] = existing[refers_to] ?? (await insertGeneratedRow(db, refers_to, { about, at }))[referred_column];
    }
  }
  const names = Object.keys(row);
  const { rows } = await db.query<Row>({
    text: `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
           values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning *`,
    values: Object.values(row),
  });
  const [inserted] = rows;
  if (!inserted) throw new Error(`nothing was inserted into ${table}`);
  return inserted;
}

/** Fills the nullable texts of an existing row, as `insertGeneratedRow` does. */
export async function fillTexts(db: Database, table: string, id: number, about: string): Promise<void> {
  for (const { name, type, is_nullable } of await columnsOf(db, table)) {
    if (type !== "text" || !is_nullable) continue;
    const values = [`${about} in ${table}.${name}`, id];
    await db.query({ text: `update ${table} set "${name}" = $1 where id = $2`, values });
  }
}

async function columnsOf(db: Database, table: string): Promise<Column[]> {
  const { rows } = await db.query<Column>({
    text: `select a.attname as name, format_type(a.atttypid, null) as type,
                  not a.attnotnull as is_nullable,
                  c.confrelid::regclass::text as refers_to, f.attname as referred_column
             from pg_attribute a
             left join pg_constraint c on c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum]
             left join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
            where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and not a.atthasdef
            order by a.attnum`,
    values: [table],
  });
  return rows;
}

function valueOf(type: string, { about, at }: { about: string; at: string }): unknown {
  if (type.endsWith("[]")) return [];
  switch (type) {
    case "text":
      return about;
    case "uuid":
      return randomUUID();
    case "timestamp with time zone":
      return at;
    case "date":
      return at.slice(0, 10);
    case "boolean":
      return false;
    case "jsonb":
      return {};
    default:
      return 1;
  }
}
