import { Certificate, SharedCertificate } from "@manabiya/contract/lists/certificates.ts";
import { isLessonFinished, joinLesson } from "../../catalogue/watching/finished.ts";
import { isPublished } from "../../catalogue/videos/rows.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { int, statement, text } from "../../db/statement.ts";

const columns = columnsOf(Certificate);
const issued = { ...columns, name: text };
const ROW = "playlist_id as id, course, lessons, finished_at, name, link, revoked_at is not null as is_revoked";

/** Courses without an open lesson. `$1`: user, `$2`: now. */
const finished = (condition: string) => `
  select p.id as playlist_id, p.title as course, count(*)::int as lessons,
         max(coalesce(m.marked_at, h.finished_at, h.watched_at)) as finished_at
    from playlists p join playlist_videos e on e.playlist_id = p.id join videos v on v.id = e.video_id
         ${joinLesson("$1")}
   where ${isPublished("$2")} and ${condition}
   group by p.id
  having bool_and(${isLessonFinished("h", "m")})`;

/** Values: user, now, whether finished courses without a certificate are among them. */
export const listCertificates = statement("certificates.list", columns)`
  with issued as (select * from certificates where user_id = $1)
  select ${ROW} from issued
  union all
  select playlist_id, course, lessons, finished_at, null, null, false
    from (${finished("$3::boolean and p.id not in (select playlist_id from issued)")}) as open
   order by finished_at desc, id desc`;

/** No row: there is none, or it is revoked. The same name keeps its link. Values: user, playlist, name or null, new link. */
export const renameCertificate = statement("certificates.rename", issued)`
  update certificates
     set name = coalesce($3, name),
         link = case when $3::text is null then null when name = $3 then coalesce(link, $4) else $4 end
   where user_id = $1 and playlist_id = $2 and revoked_at is null
  returning ${ROW}`;

/** No row: the course is not finished, or it has a certificate. Values: user, now, playlist, name, link. */
export const issueCertificate = statement("certificates.issue", issued)`
  insert into certificates (user_id, playlist_id, course, lessons, finished_at, name, link)
  select $1, f.*, $4, $5 from (${finished("p.id = $3")}) f
  on conflict do nothing
  returning ${ROW}`;

const shared = columnsOf(SharedCertificate, "course", "lessons", "finished_at", "name");

/** Values: link. */
export const openCertificate = statement("certificates.open", shared)`
  select course, lessons, finished_at, name from certificates where link = $1 and revoked_at is null`;

/** No row: there is none, or it is revoked. Values: user, playlist, now. */
export const revokeCertificate = statement("certificates.revoke", { playlist_id: int })`
  update certificates set revoked_at = $3 where user_id = $1 and playlist_id = $2 and revoked_at is null
  returning playlist_id`;
