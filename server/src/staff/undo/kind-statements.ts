import type { LoggedValues } from "../../audit/record.ts";
import { command, type Database, int, ints, json, statement } from "../../db/statement.ts";
import { type Kind, KINDS } from "./kinds.ts";

type Run = (db: Database, values: unknown[]) => Promise<unknown>;

/** The statements of a kind. All take many records. */
interface Statements {
  owner: string | undefined;
  hasTrash: boolean;
  /** Its numbers stand in videos. */
  isCarried: boolean;
  /** Values: keys. */
  read: (db: Database, values: [number[]]) => Promise<{ id: number; values: LoggedValues }[]>;
  find: ((db: Database, values: [number[]]) => Promise<{ ids: number[] }[]>) | undefined;
  locks: Run[];
  /** Values: JSON array of records with their fields. */
  insert: Run;
  /** Values: JSON array of records, each with the fields to change. */
  update: Run;
  /** Values: keys. */
  remove: Run[];
  /** By the names of values. Values: JSON array of keys with `rows`. */
  related: Map<string, Run[]>;
}

const GIVEN = (fields: string) => `jsonb_to_recordset($1::jsonb) as r (id int, ${fields} jsonb)`;

function statementsOf(name: string, kind: Kind): Statements {
  const { table, key = "id", columns, lists = {}, links = {}, carriers } = kind;
  const run = (verb: string, sql: string): Run => command(`undo.${name}-${verb}`)`${sql}`;
  const names = Object.keys(columns);
  const expressions = names.map((column) => columns[column] ?? `f.${column}`);
  const fields = [...names, "revision"].map((column) => `'${column}', t.${column}`);
  const related: Statements["related"] = new Map();

  for (const [part, list] of Object.entries(lists)) {
    const all = list.columns.join(", ");
    const of = (alias: string) => list.columns.map((column) => `${alias}.${column}`).join(", ");
    fields.push(`'${part}', (select coalesce(jsonb_agg(to_jsonb(l) order by l), '[]')
      from (select ${of("c")} from ${list.table} c where c.${list.owner} = t.${key}) l)`);
    related.set(part, [
      run(`${part}-clear`, `delete from ${list.table} where ${list.owner} in (select id from ${GIVEN("rows")})`),
      run(
        `${part}-fill`,
        `insert into ${list.table} (${list.owner}, ${all}) overriding system value
         select r.id, ${of("l")} from ${GIVEN("rows")}, jsonb_populate_recordset(null::${list.table}, r.rows) l
          where ${list.isWritable ?? "true"}`,
      ),
    ]);
  }
  for (const [part, { table: other, column, isWritable }] of Object.entries(links)) {
    fields.push(`'${part}', array(select o.id from ${other} o where o.${column} = t.${key} order by o.id)`);
    related.set(part, [
      run(
        `${part}-clear`,
        `update ${other} t set ${column} = null, revision = t.revision + 1
           from ${GIVEN("rows")} where t.${column} = r.id and not r.rows @> to_jsonb(t.id)`,
      ),
      run(
        `${part}-fill`,
        `update ${other} t set ${column} = r.id, revision = t.revision + 1
           from ${GIVEN("rows")} where t.${column} is null and r.rows @> to_jsonb(t.id) and ${isWritable}`,
      ),
    ]);
  }
  if (carriers) {
    // The place among a video's categories counts: the first is shown.
    fields.push(`'videos', (select coalesce(jsonb_agg(jsonb_build_object(
      'video_id', v.id, 'place', array_position(v.${carriers}, t.id)) order by v.id), '[]')
      from videos v where v.${carriers} @> array[t.id])`);
    related.set("videos", [
      run(
        "videos-clear",
        `update videos v set ${carriers} = array_remove(v.${carriers}, r.id), revision = v.revision + 1
           from ${GIVEN("rows")} where v.${carriers} @> array[r.id]
            and not r.rows @> jsonb_build_array(jsonb_build_object('video_id', v.id))`,
      ),
      run(
        "videos-fill",
        `update videos v set ${carriers} = v.${carriers}[:l.place - 1] || r.id || v.${carriers}[l.place:],
                revision = v.revision + 1
           from ${GIVEN("rows")}, jsonb_to_recordset(r.rows) as l (video_id int, place int)
          where v.id = l.video_id and not v.${carriers} @> array[r.id]`,
      ),
    ]);
  }
  return {
    owner: kind.owner,
    hasTrash: kind.hasTrash === true,
    isCarried: carriers !== undefined,
    related,
    read: statement(`undo.${name}-read`, { id: int, values: json<LoggedValues>() })`
      select t.${key} as id, jsonb_build_object(${fields.join(", ")}) as values
        from ${table} t where t.${key} = any ($1::int[])`,
    find:
      kind.searched === undefined
        ? undefined
        : statement(`undo.${name}-find`, { ids: ints })`select array(${kind.searched}) as ids`,
    locks: kind.locks.map((sql, index) => run(`lock-${index}`, sql.includes("$1") ? sql : unused(sql))),
    insert: run(
      "insert",
      `insert into ${table} (${key}, ${names.join(", ")}, revision) overriding system value
       select r.id, ${expressions.join(", ")}, f.revision + 1
         from ${GIVEN("fields")}, jsonb_populate_record(null::${table}, r.fields || jsonb_build_object('${key}', r.id)) f`,
    ),
    update: run(
      "update",
      `update ${table} t set (${names.join(", ")}, revision)
         = (select ${expressions.join(", ")}, t.revision + 1 from jsonb_populate_record(t, r.fields) f)
         from ${GIVEN("fields")} where t.${key} = r.id`,
    ),
    remove: [
      ...(carriers
        ? [
            run(
              "leave-videos",
              `update videos set ${carriers} = array(select n from unnest(${carriers}) with ordinality as u (n, place)
                                            where n <> all ($1::int[]) order by place)
                where ${carriers} && $1::int[]`,
            ),
          ]
        : []),
      run("remove", `delete from ${table} where ${key} = any ($1::int[])`),
    ],
  };
}

const unused = (sql: string) => sql.replace(" order by", " where $1::int[] is not null order by");

const statements = new Map(Object.entries(KINDS).map(([name, kind]) => [name, statementsOf(name, kind)]));

/** @param subject as in the log @returns undefined for records whose changes cannot be taken back */
export const kindOf = (subject: string): Statements | undefined => statements.get(subject);
