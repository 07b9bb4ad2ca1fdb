import { HOME_COUNT } from "@manabiya/contract/home.ts";
import { statement } from "../db/open.ts";
import { flagColumns, type MemberFlags } from "../videos/rows.ts";

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
