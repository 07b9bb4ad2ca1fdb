import { counted } from "../http/paging.ts";
import type { DeliveryProblem } from "@manabiya/contract/webhooks/endpoints.ts";
import { bool, command, instant, int, json, nullable, statement, text, textOf, texts, uuid } from "../db/statement.ts";

/** With the newest address last. Values: none. */
export const listEndpoints = statement("webhooks.endpoints", {
  id: int,
  url: text,
  events: texts,
  is_on: bool,
  given_up_at: nullable(instant),
  failing_since: nullable(instant),
  waiting: int,
  last_delivered_at: nullable(instant),
})`
  select e.id, e.url, e.events, e.on_since is not null as is_on, e.given_up_at, e.failing_since,
         (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.delivered_at is null) as waiting,
         (select d.delivered_at from webhook_deliveries d
           where d.endpoint_id = e.id and d.delivered_at is not null order by d.id desc limit 1) as last_delivered_at
    from webhook_endpoints e order by e.id`;

/** Values: url, events, sealed secret, now, whether it is on, how many there may be. */
export const insertEndpoint = statement("webhooks.insert-endpoint", { id: int })`
  insert into webhook_endpoints (url, events, secret, created_at, on_since)
  select $1, $2::text[], $3, $4::timestamptz, case when $5::boolean then $4::timestamptz end
   where (select count(*) from webhook_endpoints) < $6::int
  returning id`;

/** Values: id. */
export const lockEndpoint = statement("webhooks.lock-endpoint", { url: text, events: texts, is_on: bool })`
  select url, events, on_since is not null as is_on from webhook_endpoints where id = $1 for update`;

/** Values: id, url, events, whether it is on, now. */
export const updateEndpoint = command("webhooks.update-endpoint")`
  update webhook_endpoints
     set url = $2, events = $3, on_since = case when $4::boolean then coalesce(on_since, $5) end,
         given_up_at = null, failing_since = case when $4::boolean and on_since is not null then failing_since end
   where id = $1`;

/** Values: endpoint, now, whether their three days begin again. */
export const sendWaitingNow = command("webhooks.send-waiting")`
  update webhook_deliveries set due_at = $2, failing_since = case when not $3::boolean then failing_since end
   where endpoint_id = $1 and delivered_at is null`;

/** Values: id. */
export const removeEndpoint = command("webhooks.remove-endpoint")`delete from webhook_endpoints where id = $1`;

/** Values: id, sealed secret, until when the former one signs. */
export const replaceSecret = statement("webhooks.replace-secret", { id: int })`
  update webhook_endpoints set former_secret = secret, former_until = $3, secret = $2 where id = $1 returning id`;

/** Values: endpoint, now. No row: there is no such address, or it is off. */
export const insertTest = statement("webhooks.insert-test", { id: int })`
  insert into webhook_deliveries (endpoint_id, event_id, type, data, at, due_at)
  select id, gen_random_uuid(), 'webhook.test', '{}', $2, $2 from webhook_endpoints where id = $1 and on_since is not null
  returning id`;

const deliveryColumns = {
  id: int,
  event_id: uuid,
  type: text,
  member: nullable(int),
  at: instant,
  attempts: int,
  delivered_at: nullable(instant),
  due_at: instant,
  status: nullable(int),
  problem: nullable(textOf<DeliveryProblem>()),
  answer: text,
};
const DELIVERY = "id, event_id, type, user_id as member, at, attempts, delivered_at, due_at, status, problem, answer";

/** Values: endpoint, offset, page size. */
export const listDeliveries = statement("webhooks.deliveries", counted(deliveryColumns))`
  select c.count, d.* from (select count(*) from webhook_deliveries where endpoint_id = $1) as c left join lateral (
    select ${DELIVERY} from webhook_deliveries where endpoint_id = $1 order by id desc offset $2::int limit $3::int) as d on true`;

/** No row: there is no such message, or its address is off. Values: delivery, now. */
export const resend = statement("webhooks.resend", { ...deliveryColumns, endpoint_id: int })`
  update webhook_deliveries d set delivered_at = null, due_at = $2, failing_since = null
    from webhook_endpoints e
   where d.id = $1 and e.id = d.endpoint_id and e.on_since is not null
  returning ${DELIVERY.replace("id, event_id", "d.id, d.event_id")}, d.endpoint_id`;

const IS_DUE = "d.delivered_at is null and d.due_at <= $1";

export const endpointColumns = {
  id: int,
  url: text,
  secret: text,
  former_secret: nullable(text),
  failing_since: nullable(instant),
};

/**
 * Leases an address that has something to send; the one that has waited longest comes first.
 * Values: now, end of the lease.
 */
export const leaseEndpoint = statement("webhooks.lease", endpointColumns)`
  update webhook_endpoints set leased_until = $2
   where id = (select e.id from webhook_endpoints e
                where e.on_since is not null and coalesce(e.leased_until <= $1, true)
                  and exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${IS_DUE})
                order by e.leased_until nulls first limit 1 for update skip locked)
  returning id, url, secret, case when former_until > $1 then former_secret end as former_secret, failing_since`;

export const dueColumns = {
  id: int,
  event_id: uuid,
  type: text,
  data: json<object>(),
  at: instant,
  attempts: int,
  failing_since: nullable(instant),
};

/**
 * The next messages to an address: of each member the first that has not arrived, since those behind it wait.
 * Values: now, endpoint, limit.
 */
export const listDue = statement("webhooks.due", dueColumns)`
  select d.id, d.event_id, d.type, d.data, d.at, d.attempts, d.failing_since from (
    select distinct on (coalesce(d.user_id, 0)) d.id, d.event_id, d.type, d.data, d.at, d.attempts, d.failing_since, d.due_at
      from webhook_deliveries d
     where d.endpoint_id = $2 and d.delivered_at is null
     order by coalesce(d.user_id, 0), d.id) as d
   where d.due_at <= $1 order by d.due_at, d.id limit $3::int`;

/** Values: delivery, now, status, problem, answer, the next attempt (null: it arrived). */
export const recordAttempt = command("webhooks.record-attempt")`
  update webhook_deliveries
     set attempts = attempts + 1, status = $3, problem = $4, answer = $5,
         delivered_at = case when $6::timestamptz is null then $2::timestamptz end, due_at = coalesce($6, due_at),
         failing_since = case when $6::timestamptz is not null then coalesce(failing_since, $2) end
   where id = $1 and delivered_at is null`;

/** Ends the lease. Values: endpoint, now, since when nothing arrives, whether it is given up. */
export const release = command("webhooks.release")`
  update webhook_endpoints
     set leased_until = $2, failing_since = $3::timestamptz,
         given_up_at = case when $4::boolean and on_since is not null then $2 else given_up_at end,
         on_since = case when not $4::boolean then on_since end
   where id = $1`;
