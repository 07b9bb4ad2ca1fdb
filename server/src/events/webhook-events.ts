import type { EventData, EventName } from "@manabiya/contract/webhooks/events.ts";
import type { Database } from "../db/open.ts";
import { command } from "../db/statement.ts";

/**
 * The part of a statement that writes messages about its own facts, one for each address that asked for the event: a fact
 * without its message cannot be committed (decisions/094). An event that an address has is not written again.
 * @param facts a `select` of event_id, type, user_id, data, at (since when it holds) and position (the order in a transaction)
 */
export const recordEvents = (facts: string) => `
  insert into webhook_deliveries (endpoint_id, event_id, type, user_id, data, at, due_at)
  select e.id, f.event_id, f.type, f.user_id, f.data, f.at, f.at
    from (${facts}) as f join webhook_endpoints e on f.type = any (e.events) and e.on_since <= f.at
   order by f.position
  on conflict do nothing`;

/** SQL: the number of an event that happens once. @param key an expression for the text that names the fact */
export const eventId = (type: EventName, key: string) => `md5('${type} ' || ${key})::uuid`;

/** SQL: as a number of JavaScript's dates would be written. */
export const asIso = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether any address asks for one of the events. Most services have none, and their statements skip the rest. */
export const isAsked = (...types: EventName[]) =>
  `exists (select from webhook_endpoints where on_since is not null and events && array['${types.join("', '")}'])`;

/** `key`: what names a fact that happens once, whoever sees it how often. `at`: milliseconds since 1970. */
export type Fact = {
  [N in EventName]: { type: N; data: EventData<N>; userId: number; key?: string; at: number };
}[EventName];

/** Values: JSON array of facts. */
const insertFacts = command("webhooks.record")`${recordEvents(`
  select coalesce(md5(type || ' ' || key)::uuid, gen_random_uuid()) as event_id, type, user_id, data, at, position
    from json_to_recordset($1::json) as r (key text, type text, user_id int, data jsonb, at timestamptz, position int)`)}`;

/** Writes the messages about facts. `tx` must be the transaction that writes the facts. */
export async function recordFacts(tx: Database, facts: Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map(({ userId, at, ...rest }, position) => {
    return { ...rest, user_id: userId, at: new Date(at).toISOString(), position };
  });
  await insertFacts(tx, [JSON.stringify(rows)]);
}
