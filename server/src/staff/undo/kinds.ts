import type { LoggedValues } from "../../audit/record.ts";
import type { Database } from "../../db/open.ts";
import { int, ints, json } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";

interface Kind {
  table: string;
  /** The key, "id" if absent. */
  key?: string;
  /**
   * Columns that staff change, each with the expression that writes it if other records may have gone since. `f` has the
   * values, `f.id` the record.
   */
  columns: Record<string, string | null>;
  /** The rows of other tables that belong to the record, by the names of their values. */
  lists?: Record<string, { table: string; owner: string; columns: string[]; isWritable?: string }>;
  /** The records whose column names this one. One that has got another value since keeps it. */
  links?: Record<string, { table: string; column: string; isWritable: string }>;
  /** The column of videos that holds the record's number. */
  carriers?: "category_ids" | "tag_ids";
  /** The column with the video to which the record belongs. */
  owner?: string;
  /** A created record goes to the trash, because members' rows hang on it. */
  hasTrash?: boolean;
  /** The videos whose search texts have the record. `$1`: the keys. */
  searched?: string;
  /** Locks in the order of other changes. `$1`: the keys. */
  locks: string[];
}

const existing = (column: string, table: string) =>
  `array(select n from unnest(f.${column}) with ordinality as u (n, place)
          where exists (select from ${table} where id = n) order by place)`;

const PLAYLISTS = "select from playlists order by id for update";
const VIDEO = "select from videos where id = any ($1::int[]) order by id for update";
const oneTable = (table: string) => [`select from ${table} where id = any ($1::int[]) order by id for update`];

/** By the name in the log. CONTENT_SUBJECTS of the contract has the same. */
const KINDS: Record<string, Kind> = {
  video: {
    table: "videos",
    columns: {
      ...{
        host: null,
        video_id: null,
        host_hash: null,
        title: null,
        description: null,
        thumbnail: null,
        duration: null,
      },
      category_ids: existing("category_ids", "categories"),
      tag_ids: existing("tag_ids", "tags"),
      ...{ published_at: null, opened_at: null, deleted_at: null },
    },
    lists: {
      chapters: {
        table: "chapters",
        owner: "video_id",
        columns: ["id", "title", "description", "time_seconds", "revision"],
      },
      playlists: {
        table: "playlist_videos",
        owner: "video_id",
        columns: ["playlist_id", "place"],
        isWritable: "exists (select from playlists where id = l.playlist_id)",
      },
    },
    hasTrash: true,
    searched: "select unnest($1::int[]) as id",
    locks: [PLAYLISTS, VIDEO],
  },
  chapter: {
    table: "chapters",
    columns: { video_id: null, title: null, description: null, time_seconds: null },
    owner: "video_id",
    locks: [],
  },
  captions: {
    table: "captions",
    key: "video_id",
    columns: { published: null, updated_at: null },
    lists: {
      lines: {
        table: "caption_lines",
        owner: "video_id",
        columns: ["position", "starts_ms", "ends_ms", "text", "search_text"],
      },
    },
    searched: "select unnest($1::int[]) as id",
    locks: [VIDEO],
  },
  category: {
    table: "categories",
    columns: {
      name: null,
      // Categories have two levels.
      parent: `(select p.id from categories p where p.id = f.parent and p.parent is null
                   and not exists (select from categories c where c.parent = f.id))`,
    },
    links: {
      children: {
        table: "categories",
        column: "parent",
        isWritable: "not exists (select from categories c where c.parent = t.id)",
      },
    },
    carriers: "category_ids",
    searched: `select id from videos
                where category_ids && array(select id from categories where id = any ($1::int[]) or parent = any ($1::int[]))`,
    locks: [
      "select from categories where $1::int[] is not null order by id for update",
      "select from videos where category_ids && $1::int[] order by id for no key update",
    ],
  },
  tag: {
    table: "tags",
    columns: { name: null },
    carriers: "tag_ids",
    searched: "select id from videos where tag_ids && $1::int[]",
    locks: [...oneTable("tags"), "select from videos where tag_ids && $1::int[] order by id for no key update"],
  },
  playlist: {
    table: "playlists",
    columns: { title: null, description: null, created_at: null },
    lists: {
      videos: {
        table: "playlist_videos",
        owner: "playlist_id",
        columns: ["video_id", "place"],
        isWritable: "exists (select from videos where id = l.video_id)",
      },
    },
    links: { newcomers_playlist: { table: "home_curation", column: "newcomers_playlist", isWritable: "true" } },
    locks: oneTable("playlists"),
  },
  home: {
    table: "home_curation",
    columns: {
      pinned: existing("pinned", "videos"),
      newcomers_playlist: "(select id from playlists where id = f.newcomers_playlist)",
    },
    locks: [PLAYLISTS, ...oneTable("home_curation")],
  },
  notice: {
    table: "notices",
    columns: { notice_category: null, notice_title: null, notice_content: null, created_at: null, published_at: null },
    locks: oneTable("notices"),
  },
  synonyms: { table: "synonym_groups", columns: { words: null }, locks: oneTable("synonym_groups") },
};

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
  const run = (verb: string, sql: string): Run => statement(`undo.${name}-${verb}`, {}, sql);
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
    read: statement(
      `undo.${name}-read`,
      { id: int, values: json<LoggedValues>() },
      `select t.${key} as id, jsonb_build_object(${fields.join(", ")}) as values
         from ${table} t where t.${key} = any ($1::int[])`,
    ),
    find:
      kind.searched === undefined
        ? undefined
        : statement(`undo.${name}-find`, { ids: ints }, `select array(${kind.searched}) as ids`),
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
