import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import { newId } from "./state/ids.ts";
import { overlappingSecrets } from "./state/rolled-secrets.ts";
import type { Delivery } from "./state/kinds.ts";
import type { World } from "./state/world.ts";

/** Milliseconds between attempts, by the sandbox's clock. The attempt after the last one is final. */
const BACKOFF = [10_000, 60_000, 10 * 60_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000, 48 * 3_600_000];
/** Milliseconds of real time. */
const ANSWER_TIMEOUT = 10_000;
/** Milliseconds; the limit of `setTimeout`. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds until the next attempt when the answer could not be stored, because the disk is full. */
const STORAGE_RETRY_DELAY = 1_000;
/** Stripe sends in parallel too, so the order of arrival is undefined. */
const MAX_CONCURRENT = 4;

/** Sends signed events and retries until an endpoint accepts them. Tests `hold` it to control order, loss and repetition. */
export class WebhookSender {
  readonly #world: World;
  readonly #running = new Set<Promise<void>>();
  readonly #sending = new Set<string>();
  /** Ids of deliveries that were not accepted yet. */
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

  /** Stops automatic sending. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Resumes automatic sending. */
  release(): void {
    this.#isHeld = false;
    this.wake();
  }

  /** Deliveries that were not accepted yet, oldest first. */
  pending(): Delivery[] {
    return [...this.#waiting].flatMap((id) => this.#world.store.get("delivery", id) ?? []);
  }

  event(delivery: Delivery): Stripe.EventBase {
    return this.#world.need("event", delivery.event);
  }

  /** Gives deliveries up, as if they were lost. */
  drop(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.#waiting.delete(delivery.id);
      this.#world.store.put("delivery", { ...delivery, dueAt: null });
    }
    this.#world.store.commit();
  }

  /** Sends a delivery now, due or not, accepted or not. @returns the answer's status; null: no answer */
  async deliver(delivery: Delivery): Promise<number | null> {
    const event = this.#world.store.get("event", delivery.event);
    const endpoint = this.#world.store.get("webhook_endpoint", delivery.endpoint);
    const secret = this.#world.store.get("endpoint_secret", delivery.endpoint)?.secret;
    if (event === undefined || endpoint === undefined || secret === undefined) {
      this.drop([delivery]);
      return null;
    }
    const secrets = [secret, ...overlappingSecrets(this.#world.store, endpoint.id, this.#world.present())];
    const payload = JSON.stringify(event, null, 2);
    const status = await fetch(endpoint.url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "stripe-signature": signature(payload, secrets, Math.floor(this.#world.present() / 1000)),
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
    if (!this.#isClosed) this.#record(delivery.id, status);
    return status;
  }

  /** Sends what is due. */
  wake(): void {
    if (this.#isHeld || this.#isClosed) return;
    clearTimeout(this.#timer);
    const now = this.#world.present();
    let next = Number.POSITIVE_INFINITY;
    for (const id of this.#waiting) {
      // Each finished delivery calls `wake` again.
      if (this.#running.size >= MAX_CONCURRENT) return;
      const delivery = this.#sending.has(id) ? undefined : this.#world.store.get("delivery", id);
      if (delivery === undefined) continue;
      const due = delivery.dueAt ?? 0;
      if (due > now) next = Math.min(next, due - now);
      else this.#start(delivery);
    }
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(next, LONGEST_TIMER)).unref();
  }

  /** Resolves when nothing is being sent and nothing more is due. */
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
        () => STORAGE_RETRY_DELAY,
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
        store.put("delivery", { id, event: event.id, endpoint: endpoint.id, attempts: 0, dueAt, status: null });
        this.#waiting.add(id);
      }
    }
    store.commit();
    this.wake();
  }

  #record(id: string, status: number | null): void {
    const { store } = this.#world;
    const delivery = store.get("delivery", id);
    if (delivery === undefined) return;
    const attempts = delivery.attempts + 1;
    const isAccepted = status !== null && status >= 200 && status < 300;
    const wait = BACKOFF[attempts - 1];
    const dueAt = isAccepted || delivery.dueAt === null || wait === undefined ? null : this.#world.present() + wait;
    store.put("delivery", { ...delivery, attempts, status, dueAt });
    store.commit();
    if (dueAt === null) this.#waiting.delete(id);
  }
}

/**
 * The `Stripe-Signature` header that `webhooks.constructEvent` verifies.
 * @param secrets several while a replaced secret is still valid: the header has a signature by each
 * @param seconds the signing time, since 1970
 */
export function signature(payload: string, secrets: string | string[], seconds: number): string {
  const hash = (secret: string) => createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
  return [`t=${seconds}`, ...[secrets].flat().map((secret) => `v1=${hash(secret)}`)].join(",");
}
