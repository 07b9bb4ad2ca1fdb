create table request_counts (
  process uuid not null,
  at timestamp with time zone not null,
  release text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  calls jsonb not null,
  primary key (at, process)
);--> statement-breakpoint
comment on table request_counts is 'The answers of each process in five minutes from `at` on, by method and route, without persons, for two days (observability/request-counts.ts).';
