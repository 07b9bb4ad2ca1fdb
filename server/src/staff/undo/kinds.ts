/** A kind of record whose changes can be taken back. */
export interface Kind {
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
export const KINDS: Record<string, Kind> = {
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
      ...{ published_at: null, opened_at: null, takes_questions: null, deleted_at: null },
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
