import { TRIAL_DAYS } from "@manabiya/contract/rules/can-watch.ts";
import type { Database } from "../db/open.ts";
import { command } from "../db/statement.ts";
import { asIso, eventId, isAsked, recordEvents } from "../events/webhook-events.ts";

/** Days before the end of a trial. */
const NOTICE_DAYS = 3;
/** Days for which a publication that nobody looked for is still told. */
const LOOKS_BACK = 3;

const END = `(u.created_at + interval '${TRIAL_DAYS} days')`;

/** Tells of what the time alone brings about. Values: now. */
const record = command("webhooks.find-events")`${recordEvents(`
  select ${eventId("trial.ends", "u.id")} as event_id, 'trial.ends' as type, u.id as user_id, $1::timestamptz as at, 0 as position,
         jsonb_build_object('member', u.id, 'ends_at', ${asIso(END)}) as data
    from users u
   where ${isAsked("trial.ends")} and u.subscription_status = 'trial' and u.closed_at is null
     and ${END} > $1::timestamptz and ${END} <= $1::timestamptz + interval '${NOTICE_DAYS} days'
  union all
  select ${eventId("video.published", "v.id || ' ' || extract(epoch from v.published_at)")}, 'video.published', null,
         v.published_at, 0, jsonb_build_object('video', v.id, 'title', v.title)
    from videos v
   where ${isAsked("video.published")} and v.published_at <= $1 and v.published_at > $1::timestamptz - interval '${LOOKS_BACK} days' and v.deleted_at is null`)}`;

/** Tells other tools of trials that end soon and of videos that are published, each once. @param now milliseconds since 1970 */
export async function findEvents(db: Database, now: number): Promise<void> {
  await record(db, [new Date(now).toISOString()]);
}
