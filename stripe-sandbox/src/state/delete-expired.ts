import type { World } from "./world.ts";

/** Seconds; Stripe stores events for 30 days too. */
const EVENT_LIFE = 30 * 86_400;
/** Seconds. */
export const KEY_LIFE = 86_400;

/** Deletes expired rows at start, so that a long-lived state file stays small. Undelivered events stay. */
export function deleteExpired(world: World): void {
  const now = world.seconds();
  world.transact(null, () => {
    for (const { id, created } of world.store.all("idempotent_answer")) {
      if (created + KEY_LIFE <= now) world.store.remove("idempotent_answer", id);
    }
    const waiting = new Set<string>();
    for (const { event, dueAt } of world.store.all("delivery")) if (dueAt !== null) waiting.add(event);
    for (const { id, created } of world.store.all("event")) {
      if (created + EVENT_LIFE <= now && !waiting.has(id)) world.store.remove("event", id);
    }
    for (const { id, event } of world.store.all("delivery")) {
      if (world.store.get("event", event) === undefined) world.store.remove("delivery", id);
    }
  });
}
