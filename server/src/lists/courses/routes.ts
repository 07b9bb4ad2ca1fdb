import { contract } from "@manabiya/contract";
import { referenceValues, FIND_REFERENCE } from "../../catalogue/videos/reference.ts";
import type { CatalogueContext } from "../../catalogue/context.ts";
import { only } from "../../errors/app-error.ts";
import { isPublished } from "../../catalogue/videos/rows.ts";
import { instant, int, notNull, statement } from "../../db/statement.ts";
import { isLessonFinished, joinLesson } from "../../catalogue/watching/finished.ts";
import { countListChanges } from "../../catalogue/watching/list-changes.ts";
import { recordFinished } from "../../catalogue/watching/record-finished.ts";
import { BegunCourse } from "@manabiya/contract/lists/courses.ts";
import { columnsOf } from "../../db/columns-of.ts";

/** The playlists with a finished lesson, the latest first. Values: user, now. */
const listBegunCourses = statement("courses.list", { ...columnsOf(BegunCourse), used_at: notNull(instant) })`
  select e.playlist_id as id, count(*) filter (where ${isLessonFinished("h", "m")}) as finished_count,
         count(*) as video_count, max(greatest(h.watched_at, m.marked_at)) as used_at
    from playlist_videos e join videos v on v.id = e.video_id ${joinLesson("$1")}
   where ${isPublished("$2")}
   group by e.playlist_id
  having count(*) filter (where ${isLessonFinished("h", "m")}) > 0
   order by used_at desc, id desc`;

/** The video's number; no row: there is no such video. Values: reference (2), now, user, whether it is finished. */
const markLesson = statement("courses.mark", { id: int })`
  with target as (${FIND_REFERENCE}),
  marked as (
    insert into lesson_marks as m (user_id, video_id, is_finished, marked_at)
    select $4, target.id, $5::boolean, $3 from target
    on conflict (user_id, video_id) do update
       set is_finished = excluded.is_finished, marked_at = excluded.marked_at
     where m.is_finished <> excluded.is_finished
    returning video_id),
  counted as (${countListChanges(`
    select $4::int as user_id, 0 as favorites, 0 as watch_later, 0 as watch_history from marked`)}),
  told as (${recordFinished({ user: "$4", now: "$3", unless: "not $5::boolean" })})
  select id from target`;

export function courseRoutes({ app, db, now }: CatalogueContext): void {
  app.answer(contract.courses.list, async ({ currentUser }) => ({
    results: await listBegunCourses(db, [currentUser.id, new Date(now()).toISOString()]),
  }));

  app.answer(contract.courses.mark, async ({ params: { id }, body, currentUser }) => {
    const at = now();
    const is_finished = body?.is_finished ?? true;
    const reference = referenceValues(id, currentUser, at);
    only(await markLesson(db, [...reference, new Date(at).toISOString(), currentUser.id, is_finished]), "動画");
    return { is_finished };
  });
}
