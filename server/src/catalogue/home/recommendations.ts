import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import { type CatalogCache, VIEWS_TTL } from "../cache/catalog-cache.ts";
import { command, type Database, int, statement } from "../../db/statement.ts";
import { byNewest, newestOf, newestOfAll, type NewestVideo } from "../videos/newest.ts";
import { isPublished } from "../videos/rows.ts";

/** A member likes the categories of their last videos. */
const RECENT_VIDEOS = 50;
const LIKED_CATEGORIES = 8;
const POPULAR_DAYS = 30;
const POPULAR_VIDEOS = 100;
/** One more than home shows, because the lesson to go on with may be among them. */
const SAVED = HOME_COUNT + 1;

/** The categories of withheld videos are hidden too. Values: user id, now. */
const listLiked = statement("home.liked", { category: int, times: int })`
  select category, count(*) as times
    from (select video_id from watch_history where user_id = $1
           order by watched_at desc limit ${RECENT_VIDEOS}) as recent
    join videos v on v.id = recent.video_id and ${isPublished("$2")}, unnest(v.category_ids) as category
   group by category order by times desc, category limit ${LIKED_CATEGORIES}`;

/** Values: now. */
const listPopular = statement("home.popular", { id: int })`
  select v.id
    from (select video_id, sum(views) as views from daily_views
           where day > ($1::timestamptz at time zone 'Asia/Tokyo')::date - ${POPULAR_DAYS}
           group by video_id) as d
    join videos v on v.id = d.video_id
   where ${isPublished("$1")}
   order by d.views desc, v.id desc limit ${POPULAR_VIDEOS}`;

/** Saves the first unseen candidates. Values: user id, candidates in order, the catalogue's version, now. */
const saveUnseen = command("home.recommend")`
  insert into recommendations (user_id, video_ids, version, computed_at)
  select $1, coalesce(array_agg(id order by position), '{}'), $3, $4
    from (select c.id, c.position from unnest($2::int[]) with ordinality as c (id, position)
           where (exists (select from watch_history h where h.user_id = $1 and h.video_id = c.id)) is false
           order by c.position limit ${SAVED}) as unseen
  on conflict (user_id) do update
     set video_ids = excluded.video_ids, version = excluded.version, computed_at = excluded.computed_at`;

interface Wanted {
  cache: CatalogCache;
  /** ISO 8601. */
  at: string;
  /** Ids of videos that home shows elsewhere. */
  taken: number[];
}

/** Computes and saves a member's recommendations. */
export async function recommend(db: Database, { userId, ...wanted }: Wanted & { userId: number }): Promise<void> {
  const { cache, at } = wanted;
  const liked = new Map((await listLiked(db, [userId, at])).map(({ category, times }) => [category, times]));
  const candidates = await listCandidates(wanted, liked);
  await saveUnseen(db, [userId, `{${candidates.join()}}`, cache.version, at]);
}

/**
 * Ids of the liked categories' videos, then of popular ones, then of the newest. They are read once per version for all
 * members, so the cost does not grow with the catalogue.
 * @param liked how often the member watched each category
 */
export async function listCandidates({ cache, at, taken }: Wanted, liked: Map<number, number>): Promise<number[]> {
  const [newest, popular, ...ofLiked] = await Promise.all([
    newestOfAll(cache, at),
    cache.memoize("popular", () => listPopular(cache.reads, [at]), VIEWS_TTL),
    ...[...liked.keys()].map((category) => newestOf(cache, "category", category, at)),
  ]);
  const candidates = new Set([...rank(ofLiked.flat(), liked), ...popular, ...newest].map(({ id }) => id));
  for (const id of taken) candidates.delete(id);
  return [...candidates];
}

/** By how often the member watched a video's categories, then the newest. */
function rank(videos: NewestVideo[], liked: Map<number, number>): NewestVideo[] {
  const score = ({ category_ids }: NewestVideo) =>
    category_ids.reduce((sum, category) => sum + (liked.get(category) ?? 0), 0);
  return videos
    .map((video) => ({ video, score: score(video) }))
    .sort((a, b) => b.score - a.score || byNewest(a.video, b.video))
    .map(({ video }) => video);
}
