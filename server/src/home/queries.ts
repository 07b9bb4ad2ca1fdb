import { HOME_COUNT } from "@manabiya/contract/home.ts";
import { statement } from "../db/open.ts";
import { flagColumns, isPublished, type MemberFlags } from "../videos/rows.ts";

export type HomeRow = MemberFlags & {
  list: "new" | "history" | "recommended";
  /** The video's. */
  id: number;
  /** The catalogue's version that the recommendations are of; null: none are computed. */
  recommended_version: number | null;
};

/** The three lists of the home screen in one reading. Values: user id, ids of the new videos, hidden videos' ids. */
export const listHome = statement<HomeRow>(
  "home.list",
  `with watched as (
     select video_id, watched_at from watch_history
      where user_id = $1 and video_id <> all ($3::int[])
      order by watched_at desc, video_id desc limit ${HOME_COUNT}),
   recommended as (
     select video_ids, version from recommendations where user_id = $1),
   picked as (
     select 'new' as list, id, place from unnest($2::int[]) with ordinality as n (id, place)
     union all
     select 'history', video_id, row_number() over (order by watched_at desc, video_id desc) from watched
     union all
     select 'recommended', id, place
       from recommended, unnest(video_ids) with ordinality as r (id, place) where id <> all ($3::int[]))
   select v.list, v.id, ${flagColumns("$1")}, (select version from recommended) as recommended_version
     from picked v
    order by v.list, v.place`,
);

/** Categories and how many of the last videos are looked at to find out what a member likes. */
const RECENT_VIDEOS = 50;
const LIKED_CATEGORIES = 8;
const POPULAR_DAYS = 30;

/**
 * Computes and keeps a member's recommendations: unseen videos of the categories they watch most, then what is
 * popular, then the newest. Values: user id, now, the catalogue's version.
 */
export const recommend = statement(
  "home.recommend",
  `with seen as (
     select video_id, watched_at from watch_history where user_id = $1),
   liked as (
     select category, count(*) as times
       from (select video_id from seen order by watched_at desc limit ${RECENT_VIDEOS}) as recent
       join videos v on v.id = recent.video_id, unnest(v.category_ids) as category
      group by category order by times desc, category limit ${LIKED_CATEGORIES}),
   of_liked as (
     select v.id, 1 as rank, sum(liked.times) as score, v.published_at
       from videos v join liked on liked.category = any(v.category_ids)
      where v.category_ids && array(select category from liked)
        and ${isPublished("$2")} and v.id not in (select video_id from seen)
      group by v.id order by score desc, v.published_at desc limit ${HOME_COUNT}),
   popular as (
     select v.id, 2 as rank, sum(d.views) as score, v.published_at
       from daily_views d join videos v on v.id = d.video_id
      where d.day > ($2::timestamptz at time zone 'UTC')::date - ${POPULAR_DAYS}
        and ${isPublished("$2")} and v.id not in (select video_id from seen)
      group by v.id order by score desc limit ${HOME_COUNT * 2}),
   newest as (
     select v.id, 3 as rank, 0 as score, v.published_at
       from videos v
      where ${isPublished("$2")} and v.id not in (select video_id from seen)
      order by v.published_at desc limit ${HOME_COUNT * 3}),
   ranked as (
     select id, min(rank) as rank, max(score) as score, max(published_at) as published_at
       from (select * from of_liked union all select * from popular union all select * from newest) as candidates
      group by id order by min(rank), max(score) desc, max(published_at) desc, id limit ${HOME_COUNT})
   insert into recommendations (user_id, video_ids, version, computed_at)
   select $1, coalesce(array_agg(id order by rank, score desc, published_at desc, id), '{}'), $3, $2 from ranked
   on conflict (user_id) do update
      set video_ids = excluded.video_ids, version = excluded.version, computed_at = excluded.computed_at`,
);
