import type { PlaybackState } from "@manabiya/contract/staff/videos.ts";
import type { VideoHost } from "@manabiya/contract/catalogue/videos.ts";
import { int, nullable, type RowOf, text, textOf } from "../../db/columns.ts";
import { command, statement } from "../../db/statement.ts";

/** Identifies at its host what `v` plays. */
const SOURCE = `concat_ws(':', v.host, v.video_id, v.host_hash)`;

const CHECK_OF_VIDEO = `c.video_id = v.id and c.source = ${SOURCE}`;

/** Whether members are known not to be able to play the video `v`. */
export const IS_UNPLAYABLE = `exists (select from video_checks c where ${CHECK_OF_VIDEO} and c.is_confirmed)`;

/** Presents the last check of `v` as the contract's Playback. JSON has no type for an instant, so both are formatted. */
export const PLAYBACK = `(
  select jsonb_build_object(
           'state', c.state,
           'checked_at', to_char(c.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'refused_at', to_char(c.refused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'is_confirmed', c.is_confirmed,
           'saved_by', case when c.state = 'plays' then 0 else (
             select count(*) from (select user_id from favorites f where f.video_id = v.id
                                   union select user_id from watch_later w where w.video_id = v.id) as saved) end)
    from video_checks c where ${CHECK_OF_VIDEO})`;

const checkedVideoColumns = {
  id: int,
  host: textOf<VideoHost>(),
  video_id: text,
  host_hash: nullable(text),
  source: text,
};

export type CheckedVideo = RowOf<typeof checkedVideoColumns>;

/** The file that plays `v`: one of the files of a film whose original is dropped. */
export const PLAYED = `coalesce(
  (select f.name from film_preparations p join film_files f using (film)
    where p.film = v.video_id and v.host = 'file' and not p.has_original and f.rung not in ('audio', 'pictures') limit 1),
  v.video_id)`;

/**
 * Published videos without a recent check, of all those that waited longest, in no order: some that never get a clear
 * answer would otherwise come first each time, and end the run. Values: now, checked before, limit.
 */
export const listDueVideos = statement("playback.due", checkedVideoColumns)`
  select due.* from (
    select v.id, v.host, ${PLAYED} as video_id, v.host_hash, ${SOURCE} as source
      from videos v left join video_checks c on ${CHECK_OF_VIDEO}
     where v.deleted_at is null and v.published_at <= $1 and coalesce(c.checked_at <= $2, true)
     order by c.checked_at nulls first, v.id limit $3) due
   order by random()`;

/** Values: id. */
export const findCheckedVideo = statement("playback.find", checkedVideoColumns)`
  select v.id, v.host, ${PLAYED} as video_id, v.host_hash, ${SOURCE} as source from videos v where v.id = $1`;

const insertCheck = command("playback.record")`
  insert into video_checks as c (video_id, source, state, checked_at, refused_at, is_confirmed)
  select v.id, $2, $3, $4, case when $3 <> 'plays' then $4::timestamptz end, $3 <> 'plays' and $5
    from videos v where v.id = $1
  on conflict (video_id) do update
     set source = excluded.source, state = excluded.state, checked_at = excluded.checked_at,
         refused_at = case when excluded.refused_at is not null and c.source = excluded.source
                           then coalesce(c.refused_at, excluded.refused_at) else excluded.refused_at end,
         is_confirmed = excluded.state <> 'plays'
           and (excluded.is_confirmed
                or c.source = excluded.source and (c.is_confirmed or coalesce(c.refused_at <= $6, false)))`;

/** Milliseconds between two checks that count as two nights. */
export const NIGHT_APART = 20 * 60 * 60 * 1000;

interface Check {
  video: CheckedVideo;
  state: PlaybackState;
  /** The refusal counts at once. Otherwise it counts when the host still refuses a night later. */
  isClear: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** Stores a host's answer. A video that was deleted meanwhile gets no row. */
export async function recordCheck(
  db: Parameters<typeof insertCheck>[0],
  { video, state, isClear, now }: Check,
): Promise<void> {
  const at = (ms: number) => new Date(ms).toISOString();
  await insertCheck(db, [video.id, video.source, state, at(now), isClear, at(now - NIGHT_APART)]);
}
