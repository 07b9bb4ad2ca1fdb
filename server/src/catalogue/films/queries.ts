import { Film, FilmSum } from "@manabiya/contract/staff/video-files.ts";
import * as z from "zod/mini";
import { bool, instant, int, json, nullable, text, textOf } from "../../db/columns.ts";
import { columnsOf } from "../../db/columns-of.ts";
import { command, statement } from "../../db/statement.ts";
import { PREPARES_FILMS } from "../../jobs/standing.ts";
import type { Rung } from "../../files/films/playlists.ts";

/** As it is stored. */
export type FilmState = Exclude<Film["state"], "none" | "preparing">;

export interface FilmFile {
  name: string;
  rung: Rung;
}

/** Values: film. */
export const findFilm = statement("films.find", {
  state: textOf<FilmState>(),
  has_original: bool,
  files: json<FilmFile[]>(),
})`
  select p.state, p.has_original,
         coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'rung', f.details))
                     from film_files f where f.film = p.film), '[]') as files
    from film_preparations p where p.film = $1`;

/** Values: name of a file. */
export const findPlaylist = statement("films.find-playlist", { playlist: nullable(text) })`
  select playlist from film_files where name = $1`;

const UNPREPARED = `v.host = 'file' and v.deleted_at is null
     and not exists (select from film_preparations p where p.film = v.video_id)`;

/** Prepares films, also again. Those of one request keep their order. Values: films, or null for all that never were; now. */
export const requestFilms = statement("films.request", { film: text })`
  insert into film_preparations as p (film, requested_at, not_before, used_at)
  select film, $2, $2, $2
    from unnest(coalesce($1::text[], array(select v.video_id from videos v where ${UNPREPARED}))) as film
  on conflict (film) do update
     set state = 'waiting', reason = null, requested_at = $2, not_before = $2, starts = 0, percent = 0, seconds_left = null
   where p.state in ('refused', 'cancelled')
  returning film`;

/** Values: now. */
export const findNextFilm = statement("films.next", { film: text, starts: int })`
  select film, starts from film_preparations
   where state = 'waiting' and not_before <= $1 order by requested_at, film limit 1`;

/** Values: film, now, attempts. */
export const startFilm = command("films.start")`
  update film_preparations set starts = $3, alive_at = $2, reason = null where film = $1`;

/** No row: the preparation was cancelled. Values: film, now, percent, seconds left. */
export const reportFilm = statement("films.report", { film: text })`
  update film_preparations set alive_at = $2, percent = $3, seconds_left = $4
   where film = $1 and state = 'waiting' returning film`;

/** No row: the preparation was cancelled, or another process was faster. Values: name, film, rung, bytes, details, playlist. */
export const insertFilmFile = statement("films.insert-file", { film: text })`
  with preparation as (
    update film_preparations set starts = 0 where film = $2 and state = 'waiting' returning film)
  insert into film_files (name, film, rung, bytes, details, playlist)
  select $1, film, $3, $4, $5::jsonb, $6 from preparation
  on conflict (film, rung) do nothing returning film`;

/** Values: film, state, reason, not before, attempts, whether its original stays. */
export const endFilm = command("films.end")`
  update film_preparations
     set state = $2, reason = $3, not_before = $4, starts = $5, alive_at = null, seconds_left = null,
         has_original = has_original and $6, original_bytes = case when $6 then original_bytes else 0 end
   where film = $1 and state = 'waiting'`;

/** Values: film, bytes of the original. */
export const measureFilm = command("films.measure")`
  update film_preparations set original_bytes = $2 where film = $1`;

/** A prepared film that has a video since then, and whether the video has no picture. */
export const findPosterless = statement("films.posterless", { film: text, id: int, is_needed: bool })`
  select p.film, v.id, v.thumbnail is null as is_needed from film_preparations p join videos v on v.video_id = p.film and v.host = 'file'
   where p.state = 'ready' and not p.has_poster limit 1`;

/** Values: film. */
export const markPoster = command("films.mark-poster")`
  update film_preparations set has_poster = true where film = $1`;

/** No row: the video has a picture now. Values: video, name of the picture. */
export const setPoster = statement("films.set-poster", { id: int })`
  update videos set thumbnail = $2 where id = $1 and thumbnail is null returning id`;

/** The names of the files of a film whose rows are deleted here. Values: film. */
export const deleteFilm = statement("films.delete", { name: text })`
  with gone as (delete from film_preparations where film = $1 returning film)
  select f.name from film_files f join gone using (film)`;

/** Their files are deleted as those that no row references. Values: now, the instant since which no video shows them. */
export const deleteUnusedFilms = command("films.delete-unused")`
  with used as (update film_preparations p set used_at = $1
                 where exists (select from videos v where v.host = 'file' and v.video_id = p.film) returning film)
  delete from film_preparations where used_at < $2 and film not in (select film from used)`;

export const listFilmFiles = statement("films.files", { name: text, film: text })`select name, film from film_files`;

/** Values: names of files that are gone. */
export const repeatFilms = command("films.repeat")`
  with gone as (delete from film_files where name = any ($1::text[]) returning film)
  update film_preparations p set state = 'waiting' from gone where p.film = gone.film and p.state = 'ready'`;

/** Also deletes the rows of its files, so that the original plays. Values: film. */
export const cancelFilm = statement("films.cancel", { name: text })`
  with cancelled as (
    update film_preparations set state = 'cancelled', reason = null, seconds_left = null, alive_at = null
     where film = $1 and state = 'waiting' returning film)
  delete from film_files f using cancelled where f.film = cancelled.film returning f.name`;

/** The film of a video for its screen. A process that prepares it reports every few seconds. Values: film, now. */
export const readFilmState = statement("films.state", columnsOf(z.omit(Film, { is_available: true })))`
  select case when p.state = 'waiting' and p.alive_at > $2::timestamptz - interval '30 seconds' then 'preparing'
              else coalesce(p.state, 'none') end as state, p.reason,
         coalesce(p.percent, 0) as percent, p.seconds_left, coalesce(p.has_original, true) as has_original,
         coalesce(p.original_bytes, 0) as original_bytes,
         coalesce((select sum(bytes) from film_files f where f.film = p.film), 0)::int8 as prepared_bytes,
         array(select rung::int from film_files f where f.film = p.film and rung not in ('audio', 'pictures')
                order by 1) as qualities
    from (select 1) as one left join film_preparations p on p.film = $1`;

/** Of all films. Values: the day since which deliveries count, the prices of a stored and of a delivered gigabyte. */
export const sumFilms = statement("films.sum", columnsOf(z.omit(FilmSum, { is_available: true })))`
  select s.*, round($2::numeric * bytes / 1e9)::int8 as storage_cost,
         round($3::numeric * delivered_bytes / 1e9)::int8 as delivery_cost
    from (select (select count(*) from videos v where ${UNPREPARED})::int as unprepared,
                 (select count(*) from film_preparations where state = 'waiting')::int as waiting,
                 (select count(*) from film_preparations where state = 'refused')::int as refused,
                 (coalesce((select sum(bytes) from film_files), 0)
                  + coalesce((select sum(original_bytes) from film_preparations), 0))::int8 as bytes,
                 (select coalesce(sum(d.seconds * f.bits / 8), 0)
                    from daily_video_figures d join videos v on v.id = d.video_id and v.host = 'file'
                    join (select film, coalesce(max((details->>'average')::int8) filter (where rung <> 'audio'), 0)
                                       + coalesce(max((details->>'average')::int8) filter (where rung = 'audio'), 0) as bits
                            from film_files group by film) f on f.film = v.video_id
                   where d.day >= $1::date)::int8 as delivered_bytes) as s`;

/**
 * One process at a time holds the lock, and takes it again every few seconds. One that did not for a minute has ended; a lock
 * that lies ahead is of a clock that was set back. No row: another process has it. Values: now, the instant held or null.
 */
export const takeLock = statement("films.take-lock", { started_at: instant })`
  insert into job_runs as r (job, started_at) values ('${PREPARES_FILMS}', $1)
  on conflict (job) do update set started_at = $1
   where r.started_at = $2
      or r.started_at not between $1::timestamptz - interval '1 minute' and $1::timestamptz + interval '1 minute'
  returning started_at`;

/** Values: the instant held. */
export const freeLock = command("films.free-lock")`
  delete from job_runs where job = '${PREPARES_FILMS}' and started_at = $1`;
