import { HOME_COUNT } from "@manabiya/contract/catalogue/home.ts";
import { type Snapshot, VIEWS_TTL } from "../cache/catalog-cache.ts";
import type { Database } from "../../db/open.ts";
import { int } from "../../db/columns.ts";
import { statement } from "../../db/statement.ts";
import { byNewest, newestOf, newestOfAll, type NewestVideo } from "../videos/newest.ts";
import { isPublished } from "../videos/rows.ts";

/** Categories and how many of the last videos are looked at to find out what a member likes. */
const RECENT_VIDEOS = 50;
const LIKED_CATEGORIES = 8;
const POPULAR_DAYS = 30;
const POPULAR_VIDEOS = 100;

/** Values: user id. */
const listLiked = statement(
  "home.liked",
  { category: int, times: int },
  `select category, count(*) as times
     from (select video_id from watch_history where user_id = $1
            order by watched_at desc limit ${RECENT_VIDEOS}) as recent
     join videos v on v.id = recent.video_id, unnest(v.category_ids) as category
    group by category order by times desc, category limit ${LIKED_CATEGORIES}`,
);

/** Values: now. */
const listPopular = statement(
  "home.popular",
  { id: int },
  `select v.id
     from (select video_id, sum(views) as views from daily_views
            where day > ($1::timestamptz at time zone 'UTC')::date - ${POPULAR_DAYS}
            group by video_id) as d
     join videos v on v.id = d.video_id
    where ${isPublished("$1")}
    order by d.views desc, v.id desc limit ${POPULAR_VIDEOS}`,
);

/** The first that the member has not watched. Values: user id, candidates in order, the catalogue's version, now. */
const keepUnseen = statement(
  "home.recommend",
  {},
  `insert into recommendations (user_id, video_ids, version, computed_at)
   select $1, coalesce(array_agg(id order by place), '{}'), $3, $4
     from (select c.id, c.place from unnest($2::int[]) with ordinality as c (id, place)
            where (exists (select from watch_history h where h.user_id = $1 and h.video_id = c.id)) is false
            order by c.place limit ${HOME_COUNT}) as unseen
   on conflict (user_id) do update
      set video_ids = excluded.video_ids, version = excluded.version, computed_at = excluded.computed_at`,
);

/**
 * Computes and keeps a member's recommendations: unseen videos of the categories they watch most, then what is
 * popular, then the newest. What is chosen from is read once per version of the catalogue for all members, so that
 * this costs the same however large the catalogue is. `at`: ISO 8601.
 */
export async function recommend(
  db: Database,
  { snapshot, userId, at }: { snapshot: Snapshot; userId: number; at: string },
): Promise<void> {
  const liked = new Map((await listLiked(db, [userId])).map(({ category, times }) => [category, times]));
  const [newest, popular, ...ofLiked] = await Promise.all([
    newestOfAll(snapshot, at),
    snapshot.share("popular", () => listPopular(snapshot.reads, [at]), VIEWS_TTL),
    ...[...liked.keys()].map((category) => newestOf(snapshot, "category", category, at)),
  ]);
  const ranked = rank(ofLiked.flat(), liked);
  const candidates = new Set([...ranked, ...popular, ...newest].map(({ id }) => id));
  await keepUnseen(db, [userId, `{${[...candidates].join()}}`, snapshot.version, at]);
}

/** By how often the member watched the categories that a video has, then the newest. */
function rank(videos: NewestVideo[], liked: Map<number, number>): NewestVideo[] {
  const score = ({ category_ids }: NewestVideo) =>
    category_ids.reduce((sum, category) => sum + (liked.get(category) ?? 0), 0);
  return videos
    .map((video) => ({ video, score: score(video) }))
    .sort((a, b) => b.score - a.score || byNewest(a.video, b.video))
    .map(({ video }) => video);
}
