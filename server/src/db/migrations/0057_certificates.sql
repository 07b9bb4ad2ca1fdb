create table certificates (
  user_id integer not null constraint certificates_user_id_fk references users (id) on delete cascade,
  playlist_id integer not null,
  course text not null,
  lessons integer not null,
  finished_at timestamp with time zone not null,
  name text not null,
  link text,
  revoked_at timestamp with time zone,
  constraint certificates_pkey primary key (user_id, playlist_id)
);
create index certificates_link on certificates (link);
comment on table certificates is 'Finished courses as they were when the member first issued the certificate. They outlive the playlist. A link that is null was withdrawn.';
