import { eventId, isAsked, recordEvents } from "../../events/webhook-events.ts";
import { isPublished } from "../videos/rows.ts";
import { isFinished, isLessonFinished, joinLesson, reachesEnd } from "./finished.ts";

/**
 * The part of a statement about the lesson `target` that tells other tools of a member who finishes it, and of the courses that
 * it completes. The statement sees rows as they were before it. A mark that the lesson is not finished ends when the member
 * comes to the end from before, as in `videos.save-position-near-end`. Each is told once for a member.
 * @param sql names of parameters, and a condition under which nothing is finished
 */
export const recordFinished = (sql: { user: string; now: string; unless?: string }) => `
  with ended as (
    select v.id, v.title
      from target join videos v on v.id = target.id ${joinLesson(sql.user)}
     where ${isAsked("lesson.finished", "course.finished")} and not (${sql.unless ?? "false"})
       and case when m.is_finished is null then not coalesce(${isFinished("h")}, false)
                else not m.is_finished ${sql.unless ? "" : `and not coalesce(${reachesEnd("h.position", "h.duration")}, false)`} end),
  facts as (
    select ${eventId("lesson.finished", `${sql.user}::int || ' ' || id`)} as event_id, 'lesson.finished' as type, 0 as position,
           jsonb_build_object('member', ${sql.user}::int, 'video', id, 'title', title) as data
      from ended
     union all
    select ${eventId("course.finished", `${sql.user}::int || ' ' || p.id`)}, 'course.finished', 1,
           jsonb_build_object('member', ${sql.user}::int, 'course', p.id, 'title', p.title)
      from ended join playlist_videos e on e.video_id = ended.id join playlists p on p.id = e.playlist_id
     where not exists (
             select from playlist_videos o join videos v on v.id = o.video_id ${joinLesson(sql.user)}
              where o.playlist_id = p.id and o.video_id <> ended.id and ${isPublished(sql.now)}
                and not ${isLessonFinished("h", "m")}))
  ${recordEvents(`select event_id, type, ${sql.user}::int as user_id, data, ${sql.now}::timestamptz as at, position from facts`)}`;
