create table login_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  connected_at timestamp with time zone not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);--> statement-breakpoint
comment on table login_identities is 'Accounts at OpenID Connect providers that log in to a member''s account. `issuer` is the provider''s exact identifier: another provider under the same settings is another issuer.';--> statement-breakpoint
alter table sessions add column provider text;--> statement-breakpoint
comment on column sessions.provider is 'The name of the provider that logged the member in; null: a password.';--> statement-breakpoint
alter table login_tickets add column provider text;
