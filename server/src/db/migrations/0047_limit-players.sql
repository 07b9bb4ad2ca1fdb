create table players (
  user_id integer not null constraint players_user_id_fk references users (id) on delete cascade,
  player uuid not null,
  session_id uuid not null,
  network text not null,
  started_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  constraint players_pkey primary key (user_id, player)
);
comment on table players is 'The open pages in which a member''s videos play, by their reports (catalogue/watching/players.ts).';
comment on column players.network is 'The /24 of IPv4 or the /48 of IPv6.';
comment on column players.started_at is 'Null: the page does not play.';
comment on column players.paused_at is 'When the limit last paused the page; null: never.';
create table shared_hours (
  user_id integer not null constraint shared_hours_user_id_fk references users (id) on delete cascade,
  at timestamp with time zone not null,
  networks integer not null,
  devices integer not null,
  constraint shared_hours_pkey primary key (user_id, at)
);
create index shared_hours_at on shared_hours (at, user_id);
comment on table shared_hours is 'Hours in which an account played on many devices in many networks at once, with the most of the hour.';
comment on column shared_hours.at is 'The beginning of the hour.';
