import { ApiKey, DELIVERIES_SHOWN, Delivery, Endpoint } from "@manabiya/contract/webhooks/tools.ts";
import { columnsOf } from "../db/columns-of.ts";
import { bool, command, instant, int, json, nullable, statement, text, texts, uuid } from "../db/statement.ts";

const WAITING = "d.endpoint_id = e.id and d.delivered_at is null";

/** Values: none. */
export const listEndpoints = statement("webhooks.endpoints", { ...columnsOf(Endpoint), events: texts })`
  select e.id, e.url, e.events, e.on_since is not null as is_on, e.given_up_at,
         (select count(*) from webhook_deliveries d where ${WAITING}) as waiting,
         (select min(d.failing_since) from webhook_deliveries d where ${WAITING}) as failing_since
    from webhook_endpoints e order by e.id`;

/** Values: none. */
export const listDeliveries = statement("webhooks.deliveries", { ...columnsOf(Delivery), event_id: uuid })`
  select id, endpoint_id, event_id, type, user_id as member, at, attempts, delivered_at, due_at, status, answer
    from webhook_deliveries order by id desc limit ${DELIVERIES_SHOWN}`;

/** Values: none. */
export const listKeys = statement("webhooks.keys", columnsOf(ApiKey))`
  select k.id, k.name, k.scope, u.username, k.last_used_at
    from api_keys k join users u on u.id = k.user_id order by k.id desc`;

/** Values: url, events, sealed secret, since when it is on, how many there may be. */
export const insertEndpoint = statement("webhooks.insert-endpoint", { id: int })`
  insert into webhook_endpoints (url, events, secret, on_since)
  select $1, $2::text[], $3, $4::timestamptz where (select count(*) from webhook_endpoints) < $5::int returning id`;

const targetColumns = { url: text, events: texts, is_on: bool };

/** Returns it as it was. Values: id, url, events, since when it is on if it is switched on now, null: it is off. */
export const updateEndpoint = statement("webhooks.update-endpoint", targetColumns)`
  update webhook_endpoints e
     set url = $2, events = $3, given_up_at = null,
         on_since = case when $4::timestamptz is not null then coalesce(e.on_since, $4) end
    from (select * from webhook_endpoints where id = $1 for update) as b
   where e.id = b.id returning b.url, b.events, b.on_since is not null as is_on`;

/** An address is switched on or corrected: the attempts and three days of what waits begin again. Values: endpoint, now. */
export const sendWaiting = command("webhooks.send-waiting")`
  update webhook_deliveries set due_at = $2, attempts = 0, failing_since = null
   where endpoint_id = $1 and delivered_at is null`;

/** Values: id. */
export const removeEndpoint = statement("webhooks.remove-endpoint", targetColumns)`
  delete from webhook_endpoints where id = $1 returning url, events, on_since is not null as is_on`;

/** Keeps all former ones: perhaps nobody copied the last. Values: id, sealed secret, until when former ones sign, now. */
export const replaceSecret = statement("webhooks.replace-secret", { url: text })`
  update webhook_endpoints
     set former_secret = concat_ws(' ', secret, case when former_until > $4 then former_secret end),
         former_until = $3, secret = $2
   where id = $1 returning url`;

/** Values: endpoint, now. No row: there is no such address, or it is off. */
export const insertTest = statement("webhooks.insert-test", { id: int })`
  insert into webhook_deliveries (endpoint_id, event_id, type, data, at, due_at)
  select id, gen_random_uuid(), 'webhook.test', '{}', $2, $2 from webhook_endpoints where id = $1 and on_since is not null
  returning id`;

/** No row: there is no such message, or its address is off. Values: delivery, now. */
export const resend = statement("webhooks.resend", { endpoint_id: int, type: text })`
  update webhook_deliveries d set delivered_at = null, due_at = $2, attempts = 0, failing_since = null
    from webhook_endpoints e where d.id = $1 and e.id = d.endpoint_id and e.on_since is not null
  returning d.endpoint_id, d.type`;

export const endpointColumns = { id: int, url: text, secret: text, former_secret: nullable(text) };

/**
 * Leases an address with something to send; the one that has waited longest comes first. A lease that ends later than twice its
 * length from now is of a clock that was set back, and counts as ended. Values: now, end of the lease.
 */
export const leaseEndpoint = statement("webhooks.lease", endpointColumns)`
  update webhook_endpoints set leased_until = $2
   where id = (select e.id from webhook_endpoints e
                where e.on_since is not null
                  and coalesce(e.leased_until <= $1 or e.leased_until > $2::timestamptz + ($2::timestamptz - $1::timestamptz), true)
                  and exists (select from webhook_deliveries d where ${WAITING} and d.due_at <= $1)
                order by e.leased_until nulls first limit 1 for update skip locked)
  returning id, url, secret, case when former_until > $1 then former_secret end as former_secret`;

export const dueColumns = {
  ...{ id: int, event_id: uuid, type: text, data: json<{ member?: number; title?: string }>(), at: instant },
  ...{ attempts: int, failing_since: nullable(instant) },
};

/**
 * The next messages to an address: of each member the first that has not arrived, since those behind it wait.
 * Values: now, endpoint, limit.
 */
export const listDue = statement("webhooks.due", dueColumns)`
  select d.id, d.event_id, d.type, d.data, d.at, d.attempts, d.failing_since
    from (select distinct on (coalesce(user_id, 0)) * from webhook_deliveries
           where endpoint_id = $2 and delivered_at is null order by coalesce(user_id, 0), id) as d
   where d.due_at <= $1 order by d.due_at, d.id limit $3::int`;

/** Values: delivery, now, status, answer, the next attempt (null: it arrived). */
export const recordAttempt = command("webhooks.record-attempt")`
  update webhook_deliveries
     set attempts = attempts + 1, status = $3, answer = $4, due_at = coalesce($5, due_at),
         delivered_at = case when $5::timestamptz is null then $2::timestamptz end,
         failing_since = case when $5::timestamptz is not null then coalesce(failing_since, $2) end
   where id = $1 and delivered_at is null`;

/** The receiver is there, or staff try it: nothing waits for hours any more. Values: endpoint, the latest next attempt. */
export const hasten = command("webhooks.hasten")`
  update webhook_deliveries set due_at = $2 where endpoint_id = $1 and delivered_at is null and due_at > $2`;

/**
 * Ends the lease, unless it ran out and another process has one. A corrected address is not given up for what the one before answered.
 * Values: endpoint, now, whether it is given up, the lease's end, the url.
 */
export const release = command("webhooks.release")`
  update webhook_endpoints
     set leased_until = case when leased_until = $4::timestamptz then $2::timestamptz else leased_until end,
         given_up_at = case when $3::boolean and url = $5 and on_since is not null then $2::timestamptz else given_up_at end,
         on_since = case when not ($3::boolean and url = $5) then on_since end
   where id = $1`;
