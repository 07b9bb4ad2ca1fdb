-- Films of the file host in several qualities.
create table film_preparations (
  film text constraint film_preparations_pkey primary key,
  state text not null default 'waiting' constraint film_preparations_state check (state in ('waiting', 'ready', 'refused', 'cancelled')),
  reason text,
  requested_at timestamptz not null,
  not_before timestamptz not null,
  used_at timestamptz not null,
  starts integer not null default 0,
  percent integer not null default 0,
  seconds_left integer,
  alive_at timestamptz,
  original_bytes bigint not null default 0,
  has_original boolean not null default true,
  has_poster boolean not null default false
);
create index film_preparations_waiting on film_preparations (requested_at) where state = 'waiting';
create index film_preparations_posterless on film_preparations (film) where state = 'ready' and not has_poster;
comment on table film_preparations is 'Films that are, or will be, stored in several qualities (server/src/catalogue/films/). The key is the name of the original in the storage.';
comment on column film_preparations.reason is 'Why the film was refused, or why it waits.';
comment on column film_preparations.not_before is 'A film that could not be prepared is tried again then.';
comment on column film_preparations.used_at is 'The last hour in which a video showed the film.';
comment on column film_preparations.starts is 'Attempts since a file was last stored.';
comment on column film_preparations.alive_at is 'The last sign of the process that prepares it.';
comment on column film_preparations.has_original is 'Whether the uploaded file still exists.';
comment on column film_preparations.has_poster is 'Whether a picture was offered to the video.';

create table film_files (
  name text constraint film_files_pkey primary key,
  film text not null constraint film_files_film_film_preparations_film_fk references film_preparations (film) on delete cascade,
  rung text not null,
  bytes bigint not null,
  details jsonb not null,
  playlist text,
  constraint film_files_film_rung_key unique (film, rung)
);
comment on table film_files is 'Stored files of prepared films. A row is written after its file is stored as a whole.';
comment on column film_files.rung is 'The picture''s shorter side in pixels, "audio" or "pictures".';
comment on column film_files.details is 'Rung of server/src/files/films/playlists.ts.';
comment on column film_files.playlist is 'An HLS playlist of byte ranges, with "{file}" for the address. Null for pictures.';
