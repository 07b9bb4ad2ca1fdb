import { canWatch } from "@manabiya/contract/rules/can-watch.ts";
import type { CurrentUser } from "../../accounts/sessions/current-user.ts";

const INT_MAX = 2_147_483_647;

/**
 * The two SQL values for a `:id` of the API: our own number and, for a user with access, the id at the video's host.
 * Other users could otherwise find out which host ids exist (decisions/005).
 */
export function referenceValues(id: string, currentUser: CurrentUser, now: number): [number | null, string | null] {
  const number = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= INT_MAX ? Number(id) : null;
  return [number, canWatch(currentUser, now) ? id : null];
}

/** Our own number wins over an equal host id. Values: $1 and $2 from `referenceValues`, $3 now. */
export const FIND_REFERENCE = `
  select v.id from videos v
   where (v.id = $1::int or v.video_id = $2::text)
     and v.published_at <= $3::timestamptz and v.deleted_at is null
   order by (v.id = $1::int) desc nulls last
   limit 1`;
