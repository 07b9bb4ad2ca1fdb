import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import type { Delivery } from "../state/kinds.ts";
import type { World } from "../state/world.ts";
import { signature } from "./signature.ts";

/** Milliseconds between attempts, by the sandbox's clock. After the last one the event is given up. */
const BACKOFF = [10_000, 60_000, 10 * 60_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000, 48 * 3_600_000];
const ANSWER_TIMEOUT = 10_000;
/** Milliseconds; timers cannot wait longer. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds until an event is sent again whose arrival could not be noted, because the disk is full. */
const UNNOTED_WAIT = 1_000;
/** Deliveries on their way at the same time, as Stripe sends in parallel and in no order. */
const PARALLEL = 4;

/**
 * Sends events to the endpoints, signed, again and again until they are taken. Tests hold it and then decide what
 * arrives, in which order and how often.
 */
export class WebhookSender {
  readonly #world: World;
  readonly #running = new Set<Promise<void>>();
  readonly #sending = new Set<string>();
  /** Ids of deliveries that were not taken yet. */
  readonly #waiting: Set<string>;
  #isHeld = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(world: World) {
    this.#world = world;
    const left = world.store.all("delivery").filter(({ dueAt }) => dueAt !== null);
    this.#waiting = new Set(left.map(({ id }) => id));
    world.listen((events) => this.#enqueue(events));
  }

  /** From now on nothing is sent by itself. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Sends what has waited, and what comes, by itself again. */
  release(): void {
    this.#isHeld = false;
    this.wake();
  }

  /** Deliveries that were not taken yet, oldest first. */
  pending(): Delivery[] {
    return [...this.#waiting].flatMap((id) => this.#world.store.get("delivery", id) ?? []);
  }

  /** The event of a delivery. */
  event(delivery: Delivery): Stripe.EventBase {
    return this.#world.need("event", delivery.event);
  }

  /** Loses deliveries for good. */
  drop(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.#waiting.delete(delivery.id);
      this.#world.store.put("delivery", { ...delivery, dueAt: null });
    }
    this.#world.store.commit();
  }

  /** Sends one now, whether it is due or was taken already. @returns the status of the answer; null: none came. */
  async deliver(delivery: Delivery): Promise<number | null> {
    const event = this.#world.store.get("event", delivery.event);
    const endpoint = this.#world.store.get("webhook_endpoint", delivery.endpoint);
    const secret = this.#world.store.get("endpoint_secret", delivery.endpoint)?.secret;
    if (event === undefined || endpoint === undefined || secret === undefined) {
      this.drop([delivery]);
      return null;
    }
    const payload = JSON.stringify(event, null, 2);
    const status = await fetch(endpoint.url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "stripe-signature": signature(payload, secret, Math.floor(this.#world.present() / 1000)),
      },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status;
      },
      () => null,
    );
    if (!this.#isClosed) this.#note(delivery.id, status);
    return status;
  }

  /** Sends what is due. Called when time has passed. */
  wake(): void {
    if (this.#isHeld || this.#isClosed) return;
    clearTimeout(this.#timer);
    const now = this.#world.present();
    let next = Number.POSITIVE_INFINITY;
    for (const id of this.#waiting) {
      // Whoever finishes wakes the rest.
      if (this.#running.size >= PARALLEL) return;
      const delivery = this.#sending.has(id) ? undefined : this.#world.store.get("delivery", id);
      if (delivery === undefined) continue;
      const due = delivery.dueAt ?? 0;
      if (due > now) next = Math.min(next, due - now);
      else this.#start(delivery);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(next, LONGEST_TIMER)).unref();
  }

  /** Waits until nothing is being sent and nothing more is due now. */
  async idle(): Promise<void> {
    this.wake();
    while (this.#running.size > 0) await Promise.race(this.#running);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  #start(delivery: Delivery): void {
    this.#sending.add(delivery.id);
    const run = this.deliver(delivery)
      .then(
        () => 0,
        () => UNNOTED_WAIT,
      )
      .then((wait) => {
        this.#sending.delete(delivery.id);
        this.#running.delete(run);
        if (wait === 0) this.wake();
        else setTimeout(() => this.wake(), wait).unref();
      });
    this.#running.add(run);
  }

  #enqueue(events: Stripe.EventBase[]): void {
    const { store } = this.#world;
    for (const endpoint of store.all("webhook_endpoint")) {
      if (endpoint.status !== "enabled") continue;
      for (const event of events) {
        if (!endpoint.enabled_events.some((type) => type === "*" || type === event.type)) continue;
        const id = newId("whd_");
        const dueAt = this.#world.present();
        store.put("delivery", {
          id,
          event: event.id,
          endpoint: endpoint.id,
          attempts: 0,
          dueAt,
          status: null,
        });
        this.#waiting.add(id);
      }
    }
    store.commit();
    this.wake();
  }

  #note(id: string, status: number | null): void {
    const { store } = this.#world;
    const delivery = store.get("delivery", id);
    if (delivery === undefined) return;
    const attempts = delivery.attempts + 1;
    const isTaken = status !== null && status >= 200 && status < 300;
    const wait = BACKOFF[attempts - 1];
    const dueAt =
      isTaken || delivery.dueAt === null || wait === undefined ? null : this.#world.present() + wait;
    store.put("delivery", { ...delivery, attempts, status, dueAt });
    store.commit();
    if (dueAt === null) this.#waiting.delete(id);
  }
}
