create table release_changes (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('upgrade', 'back')),
  version text not null,
  notes text not null,
  requested_at timestamp with time zone,
  started_at timestamp with time zone,
  outcome text
);--> statement-breakpoint
comment on table release_changes is 'Releases that root verified on this machine; from `requested_at` on a superuser''s request, which root carries out. The audit log has the person.';
