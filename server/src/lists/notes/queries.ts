import type { Note } from "@manabiya/contract/lists/notes.ts";
import { FIND_REFERENCE } from "../../catalogue/videos/reference.ts";
import { isPublished } from "../../catalogue/videos/rows.ts";
import { command, instant, int, nullable, statement, text, textOf, uuid } from "../../db/statement.ts";
import { counted } from "../../http/paging.ts";

const noteColumns = {
  id: uuid,
  video_id: nullable(int),
  video_title: text,
  kind: textOf<Note["kind"]>(),
  second: int,
  text,
  link: nullable(text),
  done_on: nullable(text),
  revision: int,
  created_at: instant,
  updated_at: instant,
};

const NOTE = `n.id, n.video_id, n.video_title, n.kind, n.second, n.text, n.link, n.done_on::text as done_on, n.revision,
  n.created_at, n.updated_at`;

/** Notes of one member, and of one member beside one video. */
export const NOTES_MAX = 10_000;
export const VIDEO_NOTES_MAX = 500;
/** UTF-8 of all notes of one member: what a search or a download reads. */
const NOTES_BYTES_MAX = 1_500_000;
const BYTES = "octet_length(text) + coalesce(octet_length(link), 0) + octet_length(video_title)";

/**
 * The newest first. A regular expression that is a literal (`***=`): `like` and `position` take the product of both
 * lengths for a text such as aaa. Values: user, words in the form of searches, page size, offset.
 */
export const listNotes = statement("notes.list", counted(noteColumns))`
  with matching as materialized (
    select * from notes
     where user_id = $1
       and ($2 = '' or search_text ~ ('***=' || $2))),
  page as (
    select ${NOTE} from matching n order by n.created_at desc, n.id desc limit $3 offset $4)
  select (select count(*) from matching) as count, page.* from (select) as one left join page on true
   order by page.created_at desc, page.id desc`;

/** A note without a search text of its revision. Values: user. */
export const findStaleNote = statement("notes.find-stale", { id: uuid })`
  select id from notes where user_id = $1 and search_revision <> revision limit 1`;

/** Some of them. Values: user. */
export const lockStaleNotes = statement("notes.lock-stale", { id: uuid, revision: int, video_title: text, text })`
  select id, revision, video_title, text from notes
   where user_id = $1 and search_revision <> revision limit 100 for update skip locked`;

/** Values: user, JSON of the notes. */
export const storeSearchTexts = command("notes.store-search-texts")`
  update notes n set search_text = r.search_text, search_revision = r.revision
    from json_to_recordset($2::json) as r (id uuid, revision int, search_text text)
   where n.user_id = $1 and n.id = r.id`;

/** By their seconds. Values: user, video's number. */
export const listNotesOfVideo = statement("notes.of-video", noteColumns)`
  select ${NOTE} from notes n where n.user_id = $1 and n.video_id = $2 order by n.second, n.created_at, n.id`;

/** Values: from `referenceValues`, now. */
export const findVideo = statement("notes.video", { id: int })`${FIND_REFERENCE}`;

/** By video. Values: user. */
export const listAllNotes = statement("notes.all", noteColumns)`
  select ${NOTE} from notes n where n.user_id = $1
   order by n.video_title, n.video_id, n.second, n.created_at, n.id`;

export const findNote = statement("notes.find", noteColumns)`
  select ${NOTE} from notes n where n.user_id = $1 and n.id = $2`;

/**
 * Stores a new note of a video that members see. No row: the note exists, there is no such video, or the member has
 * too many notes. Values: user, id, now, video, kind, second, text, link, day.
 */
export const insertNote = statement("notes.insert", noteColumns)`
  insert into notes as n (user_id, id, video_id, video_title, kind, second, text, link, done_on, created_at, updated_at)
  select $1, $2, v.id, v.title, $5, $6, $7, $8, $9::date, $3, $3
    from videos v
   where v.id = $4 and ${isPublished("$3")}
     and (select count(*) < ${NOTES_MAX} and coalesce(sum(${BYTES}), 0) < ${NOTES_BYTES_MAX}
            from notes where user_id = $1)
     and (select count(*) from notes where user_id = $1 and video_id = v.id) < ${VIDEO_NOTES_MAX}
  on conflict do nothing
  returning ${NOTE}`;

/** No row: the stored revision is another one, or the notes would become too long. Values: user, id, now, kind, second, text, link, day, revision. */
export const updateNote = statement("notes.update", noteColumns)`
  update notes n
     set kind = $4, second = $5, text = $6, link = $7, done_on = $8::date, revision = revision + 1, updated_at = $3
   where user_id = $1 and id = $2 and revision = $9
     and (octet_length($6) + coalesce(octet_length($7), 0) + octet_length(video_title) <= ${BYTES}
          or (select sum(${BYTES}) from notes where user_id = $1) < ${NOTES_BYTES_MAX})
  returning ${NOTE}`;

/** Whether members see the video. Values: video, now. */
export const seeVideo = statement("notes.see-video", { id: int })`
  select v.id from videos v where v.id = $1 and ${isPublished("$2")}`;

export const removeNote = statement("notes.remove", { id: uuid })`
  delete from notes where user_id = $1 and id = $2 returning id`;
