import type { CurrentUser } from "../accounts/sessions/current-user.ts";
import type { Database } from "../db/open.ts";
import { bool } from "../db/columns.ts";
import { statement } from "../db/statement.ts";
import { notFound } from "../http/app-error.ts";
import { FIND_REFERENCE, referenceValues } from "../catalogue/videos/reference.ts";

/**
 * `wanted` undefined toggles. The statement is one, so doubled calls cannot leave half a change, nor a counter that
 * says something else than the list.
 */
export type SetSavedVideo = (
  db: Database,
  call: { id: string; currentUser: CurrentUser; wanted: boolean | undefined; now: number },
) => Promise<boolean>;

/**
 * For the lists that a member keeps: favourites and watch-later.
 * @returns a function that resolves to the new state and throws 404 for an unknown video
 */
export function savedVideoStatement(table: "favorites" | "watch_later"): SetSavedVideo {
  const run = statement(
    `${table}.set`,
    { found: bool, saved: bool },
    `with target as (${FIND_REFERENCE}),
     removed as (
       delete from ${table} k using target
        where k.user_id = $4 and k.video_id = target.id and $5::boolean is not true
        returning k.video_id),
     added as (
       insert into ${table} (user_id, video_id, created_at)
       select $4, target.id, $3 from target
        where $5::boolean is true or ($5::boolean is null and not exists (select from removed))
       on conflict do nothing
       returning video_id),
     counted as (
       insert into member_counts as m (user_id, ${table})
       select $4, change.entries
         from (select (select count(*) from added) - (select count(*) from removed)) as change (entries)
        where change.entries <> 0
       on conflict (user_id) do update set ${table} = m.${table} + excluded.${table})
     select exists (select from target) as found,
            coalesce($5::boolean, not exists (select from removed)) as saved`,
  );
  return async (db, { id, currentUser, wanted, now }) => {
    const values = [
      ...referenceValues(id, currentUser, now),
      new Date(now).toISOString(),
      currentUser.id,
      wanted ?? null,
    ];
    const [row] = await run(db, values);
    if (!row?.found) throw notFound("動画");
    return row.saved;
  };
}
