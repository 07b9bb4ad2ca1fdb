create table webhook_endpoints (
  id integer generated always as identity constraint webhook_endpoints_pkey primary key,
  url text not null,
  events text[] not null,
  secret text not null,
  former_secret text,
  former_until timestamp with time zone,
  on_since timestamp with time zone,
  given_up_at timestamp with time zone,
  leased_until timestamp with time zone
);
comment on table webhook_endpoints is 'Addresses of other tools that hear of events (decisions/094). Secrets are sealed; the former one signs as well until `former_until`.';
comment on column webhook_endpoints.on_since is 'Events from then on are sent; null: switched off.';
comment on column webhook_endpoints.given_up_at is 'Switched off because a message did not arrive; null: no, or staff have seen to it.';
comment on column webhook_endpoints.leased_until is 'One process at a time sends to an address, so that messages keep their order.';

create table webhook_deliveries (
  id integer generated always as identity constraint webhook_deliveries_pkey primary key,
  endpoint_id integer not null constraint webhook_deliveries_endpoint_id_fk references webhook_endpoints (id) on delete cascade,
  event_id uuid not null,
  type text not null,
  user_id integer constraint webhook_deliveries_user_id_fk references users (id) on delete cascade,
  data jsonb not null,
  at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  failing_since timestamp with time zone,
  delivered_at timestamp with time zone,
  status integer,
  answer text not null default '',
  constraint webhook_deliveries_once unique (endpoint_id, event_id)
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, (coalesce(user_id, 0)), id) where delivered_at is null;
create index webhook_deliveries_user_id on webhook_deliveries (user_id);
create index webhook_deliveries_at on webhook_deliveries (at);
comment on table webhook_deliveries is 'Messages to other tools: written with the fact that they tell, sent in the order of their numbers for each member.';
comment on column webhook_deliveries.event_id is 'The same for all addresses and all attempts.';
comment on column webhook_deliveries.answer is 'The beginning of the last answer; with `status` null the reason why there was none.';

create table api_keys (
  id integer generated always as identity constraint api_keys_pkey primary key,
  user_id integer not null constraint api_keys_user_id_fk references users (id) on delete cascade,
  name text not null,
  hash text not null constraint api_keys_hash unique,
  scope text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);
create index api_keys_user_id on api_keys (user_id);
comment on table api_keys is 'Keys with which a tool reads figures or the list of members, as the superuser who made them may.';
