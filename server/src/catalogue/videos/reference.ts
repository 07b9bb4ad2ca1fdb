import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";

const INT_MAX = 2_147_483_647;

/**
 * A `:id` of the API: our own number or, for who may watch, the id at the video's host. Others must not find out
 * by asking which ids are ours. Goes into SQL as two values, see `FIND_REFERENCE`.
 */
export function referenceValues(
  id: string,
  currentUser: CurrentUser,
  now: number,
): [number | null, string | null] {
  const number = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= INT_MAX ? Number(id) : null;
  return [number, canWatch(currentUser, now) ? id : null];
}

/** The published video of a reference. Values: $1 and $2 from `referenceValues`, $3 now. Our own number wins. */
export const FIND_REFERENCE = `
  select v.id from videos v
   where (v.id = $1::int or v.video_id = $2::text)
     and v.published_at <= $3::timestamptz and v.deleted_at is null
   order by (v.id = $1::int) desc nulls last
   limit 1`;
