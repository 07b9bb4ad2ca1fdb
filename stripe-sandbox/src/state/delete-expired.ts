import type { World } from "./world.ts";

/** Seconds for which Stripe keeps events, and we what was sent of them. */
const EVENT_LIFE = 30 * 86_400;
/** Seconds for which an idempotency key is remembered. */
export const KEY_LIFE = 86_400;

/** Takes away what nobody can ask for any more, so that a demo that runs for months stays small. */
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
