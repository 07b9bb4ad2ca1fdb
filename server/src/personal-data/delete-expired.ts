import { DAY } from "@manabiya/contract/rules/japan-day.ts";
import { TRASH_DAYS } from "@manabiya/contract/staff/videos.ts";
import { BY_USER_ID } from "../accounts/personal-data-entry.ts";
import { deleteBrowserErrors } from "../observability/browser-errors.ts";
import { deleteRequestCounts } from "../observability/request-counts.ts";
import { personalData } from "./register.ts";
import { command, type Database, int, statement } from "../db/statement.ts";

/** Days of daily view counts. Recommendations look back on fewer. */
const VIEW_DAYS = 31;
const BROWSER_ERROR_DAYS = 28;
/** The screen サイトの状態 compares with the day before. */
const REQUEST_COUNT_DAYS = 2;
/** Days for which a form may hold an uploaded picture before it is saved. */
const PICTURE_DAYS = 1;
/** Days of closed accounts that are looked at again. The job runs each night; a server may be off for some. */
const CLOSED_DAYS = 14;

const deleteViews = command("retention.daily-views")`
  delete from daily_views where day < ($1::timestamptz at time zone 'Asia/Tokyo')::date`;

/** Uploads that no version of the site's settings or of a landing page names. */
const deletePictures = command("retention.site-pictures")`
  delete from site_pictures p where wanted_at < $1
     and not exists (select from site_settings s where p.id in (s.settings->>'icon', s.settings->>'share_picture'))
     and not exists (select from site_documents d
                      where p.id in (d.content->'hero'->>'picture', d.content->'teacher'->>'picture'))`;

/** While a notice can come back, it is still known who has read it. */
const deleteReads = command("retention.notice-reads")`
  delete from notice_reads r
   where r.notice_id = any (array(select a.subject_id from undo_values u join audit_log a on a.id = u.audit_id
                                   where u.at < $1 and u.after is null and a.subject = 'notice'))
     and not exists (select from notices n where n.id = r.notice_id)`;

const deleteUndoValues = command("retention.undo-values")`delete from undo_values where at < $1`;

const deletions = Object.entries(personalData).flatMap(([table, { retention }]) => {
  if (!("after" in retention)) return [];
  const { after, days } = retention;
  return { days, run: command(`retention.${table}`)`delete from ${table} where ${after} < $1` };
});

const listClosed = statement("retention.closed-accounts", { id: int })`select id from users where closed_at >= $1`;

/** A request that ran while its account was closed may have stored a row after the erasure. */
const remains = Object.entries(personalData).flatMap(([table, { onClose, owner = BY_USER_ID }]) =>
  onClose === "delete" && owner?.column === BY_USER_ID.column
    ? command(`retention.closed-accounts.${table}`)`delete from ${table} where user_id = any ($1::int[])`
    : [],
);

/** Deletes expired rows, and what accounts left that were closed in the last days. `now`: milliseconds since 1970. */
export async function deleteExpired(db: Database, now: number): Promise<void> {
  const others = [
    { days: TRASH_DAYS, run: deleteReads },
    { days: TRASH_DAYS, run: deleteUndoValues },
    { days: VIEW_DAYS, run: deleteViews },
    { days: BROWSER_ERROR_DAYS, run: deleteBrowserErrors },
    { days: REQUEST_COUNT_DAYS, run: deleteRequestCounts },
    { days: PICTURE_DAYS, run: deletePictures },
  ];
  for (const { days, run } of [...deletions, ...others]) {
    await run(db, [new Date(now - days * DAY).toISOString()]);
  }
  const closed = await listClosed(db, [new Date(now - CLOSED_DAYS * DAY).toISOString()]);
  if (closed.length === 0) return;
  for (const remove of remains) await remove(db, [closed.map(({ id }) => id)]);
}
