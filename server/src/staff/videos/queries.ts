import { AdminVideo, type VideoListShow, type VideoListSort, VideoEffects } from "@manabiya/contract/staff/videos.ts";
import { searchWords } from "@manabiya/contract/rules/search-text.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";
import type { Database } from "../../db/open.ts";
import { bool, int, ints, type RowOf, statement, text } from "../../db/statement.ts";
import { notFound, only } from "../../errors/app-error.ts";
import { IS_UNPLAYABLE, PLAYBACK } from "../../catalogue/playback/queries.ts";
import { referenceValues } from "../../catalogue/videos/reference.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** For `select` lists over `videos v`. */
export const VIDEO = `v.id, v.host, v.video_id, v.host_hash, v.title, v.description, v.thumbnail, v.duration, v.created_at,
  v.published_at, v.category_ids, v.tag_ids, v.view_count`;
export const videoColumns = {
  ...columnsOf(AdminVideo, "id", "host", "video_id", "host_hash", "title", "description", "thumbnail", "duration"),
  ...columnsOf(AdminVideo, "created_at", "published_at", "view_count"),
  ...{ category_ids: ints, tag_ids: ints },
};

const adminVideoColumns = {
  ...videoColumns,
  ...columnsOf(AdminVideo, "opened_at", "takes_questions", "deleted_at", "revision", "chapter_count", "playback"),
};
const ADMIN_VIDEO = `${VIDEO}, v.opened_at, v.takes_questions, v.deleted_at, v.revision,
  (select count(*) from chapters c where c.video_id = v.id)::int as chapter_count,
  ${PLAYBACK} as playback`;

export type AdminVideoRow = RowOf<typeof adminVideoColumns>;

/** Newest first, without the trash. */
export const listAdminVideos = statement("admin-videos.list", adminVideoColumns)`
  select ${ADMIN_VIDEO} from videos v where v.deleted_at is null order by v.id desc`;

const ORDERS: Record<VideoListSort, string> = {
  newest: "v.id desc",
  oldest: "v.id",
  title: "v.title, v.id desc",
  views: "v.view_count desc, v.id desc",
};

/** `$1` is now. */
export const FILTERS: Record<VideoListShow, string> = {
  all: "v.deleted_at is null",
  published: "v.deleted_at is null and v.published_at <= $1::timestamptz",
  scheduled: "v.deleted_at is null and v.published_at > $1::timestamptz",
  draft: "v.deleted_at is null and v.published_at is null",
  open: "v.deleted_at is null and v.opened_at is not null",
  trashed: "v.deleted_at is not null",
  without_chapters: "v.deleted_at is null and not exists (select from chapters c where c.video_id = v.id)",
  without_categories: "v.deleted_at is null and v.category_ids = '{}'",
  unplayable: `v.deleted_at is null and ${IS_UNPLAYABLE}`,
};

interface PageQuery {
  q: string;
  sort: VideoListSort;
  show: VideoListShow;
  limit: number;
  offset: number;
  /** ISO 8601. */
  at: string;
}

/**
 * Reads a page of the staff's table and the count of the whole list. The inner query finds the page's ids, so that the
 * other columns are computed for one page only. The query has no name, because PostgreSQL must plan each filter apart.
 */
export async function readAdminVideoPage(
  db: Database,
  { q, sort, show, limit, offset, at }: PageQuery,
): Promise<{ count: number; rows: AdminVideoRow[] }> {
  const values: unknown[] = [at];
  const add = (value: unknown) => `$${values.push(value)}`;
  const words = searchWords(q).map((word) => `strpos(t.base_text, ${add(word)}) > 0`);
  const filter = words.length === 0 ? "" : `and ((${words.join(" and ")}) or strpos(v.video_id, ${add(q)}) > 0)`;
  const from = `from videos v join video_search_texts t on t.video_id = v.id
     where ($1::timestamptz is not null) and ${FILTERS[show]} ${filter}`;
  const counted = await db.query<{ count: number }>({ text: `select count(*) as count ${from}`, values: [...values] });
  const page = `select v.id ${from} order by ${ORDERS[sort]} limit ${add(limit)} offset ${add(offset)}`;
  const { rows } = await db.query<AdminVideoRow>({
    text: `select ${ADMIN_VIDEO} from videos v where v.id in (${page}) order by ${ORDERS[sort]}`,
    values,
  });
  return { count: counted.rows[0]?.count ?? 0, rows };
}

const findReference = statement("admin-videos.find", adminVideoColumns)`
  select ${ADMIN_VIDEO} from videos v
   where v.id = $1::int or v.video_id = $2::text
   order by (v.id = $1::int) desc nulls last limit 1`;

const lockReference = statement("admin-videos.lock", { id: int })`
  select v.id from videos v
   where v.id = $1::int or v.video_id = $2::text
   order by (v.id = $1::int) desc nulls last limit 1 for update`;

interface Reference {
  /** Our own number or the id at the video's host. */
  id: string;
  currentUser: CurrentUser;
  now: number;
  /** Whether the video may be in the trash. */
  inTrash?: boolean;
}

/** Drafts and scheduled videos are included. @throws 404 */
export async function findAdminVideo(
  db: Database,
  { id, currentUser, now, inTrash }: Reference,
): Promise<AdminVideoRow> {
  const [video] = await findReference(db, referenceValues(id, currentUser, now));
  if (!video || (video.deleted_at !== null && !inTrash)) throw notFound("動画");
  return video;
}

/** The video stays locked until the transaction ends. @throws 404 */
export async function lockAdminVideo(tx: Database, reference: Reference): Promise<AdminVideoRow> {
  const locked = only(
    await lockReference(tx, referenceValues(reference.id, reference.currentUser, reference.now)),
    "動画",
  );
  return findAdminVideo(tx, { ...reference, id: String(locked.id) });
}

/** Values: video id. */
export const countEffects = statement("admin-videos.effects", columnsOf(VideoEffects))`
  select (select count(*) from chapters where video_id = $1)::int as chapters,
         (select count(*) from playlist_videos where video_id = $1)::int as playlists,
         (select count(*) from favorites where video_id = $1)::int as favorites,
         (select count(*) from watch_later where video_id = $1)::int as watch_later,
         (select count(*) from watch_history where video_id = $1)::int as history`;

/** In the members' order. Values: video id. */
export const listPlaylistsOf = statement("admin-videos.playlists", { id: int, title: text, contains: bool })`
  select p.id, p.title,
         exists (select from playlist_videos e where e.playlist_id = p.id and e.video_id = $1) as contains
    from playlists p order by p.created_at desc, p.id desc`;
