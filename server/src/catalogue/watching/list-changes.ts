import { command } from "../../db/statement.ts";

/**
 * The part that every statement needs which writes favorites, watch_later or watch_history: it adds to the member's
 * counters and raises the version of their lists, by which answers are cached (decisions/004). Members are updated in
 * the order of their ids, so that two statements cannot deadlock.
 * @param changes a `select` of user_id and the entries added to each list, negative for removed ones; a member whose
 *   lists did not change has no row
 */
export const countListChanges = (changes: string) => `
  insert into member_counts as m (user_id, favorites, watch_later, watch_history, lists_version)
  select user_id, favorites, watch_later, watch_history, 1 from (${changes}) as change order by user_id
  on conflict (user_id) do update
     set favorites = m.favorites + excluded.favorites,
         watch_later = m.watch_later + excluded.watch_later,
         watch_history = m.watch_history + excluded.watch_history,
         lists_version = m.lists_version + 1`;

/** Resolves when the statements that are changing the lists of member `$1` have ended: their counters are locked until then. */
export const awaitListChanges = command("lists.await-changes")`
  ${countListChanges("select $1::int as user_id, 0 as favorites, 0 as watch_later, 0 as watch_history")}`;
