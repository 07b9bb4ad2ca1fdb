import type Stripe from "stripe";
import { invalidRequest, resourceMissing } from "../errors.ts";
import { newId } from "./ids.ts";
import type { Kind, Kinds } from "./kinds.ts";
import type { Store } from "./store.ts";

export const API_VERSION = "2026-10-28.endive";

/** What happens when all retries of a renewal have failed: Stripe's account setting of the same meaning. */
export type AfterRetries = "cancel" | "unpaid";

export interface WorldSettings {
  afterRetries: AfterRetries;
  /** Where visitors see the pages, without a slash at the end. */
  publicUrl: string;
  /** Where the invoice page leads back to; null: nowhere, as at Stripe. */
  homeUrl: string | null;
}

export interface RequestContext {
  id: string;
  idempotencyKey: string | null;
}

/** The provider's whole state and its time: what every part of the engine works on. */
export class World {
  readonly store: Store;
  readonly settings: WorldSettings;
  readonly #now: () => number;
  #pinned: number | null = null;
  #request: RequestContext | null = null;
  #onEvents: (events: Stripe.EventBase[]) => void = () => undefined;
  #events: Stripe.EventBase[] = [];

  /** @param now milliseconds since 1970, by the sandbox's clock. */
  constructor(store: Store, now: () => number, settings: WorldSettings) {
    this.store = store;
    this.#now = now;
    this.settings = settings;
  }

  /** Milliseconds; inside `at`, the instant of the work that is due. */
  ms(): number {
    return this.#pinned ?? this.#now();
  }

  /** Milliseconds by the clock, also inside `at`: when something is sent. */
  present(): number {
    return this.#now();
  }

  /** Whole seconds, as Stripe counts time. */
  seconds(): number {
    return Math.floor(this.ms() / 1000);
  }

  /** Does work that was due at an instant, as if it were that instant. */
  at(ms: number, work: () => unknown): void {
    this.#pinned = ms;
    try {
      this.transact(null, work);
    } finally {
      this.#pinned = null;
    }
  }

  /** All of the work is kept, or none when it throws; its events leave after it is kept. */
  transact<T>(request: RequestContext | null, work: () => T): T {
    this.#request = request;
    let done: T;
    try {
      done = work();
    } catch (error) {
      this.store.rollback();
      this.#events = [];
      throw error;
    }
    this.keep();
    return done;
  }

  /** Keeps what was done so far although the rest may fail: a declined card's attempt stays on the books. */
  keep(): void {
    const events = this.#events;
    this.#events = [];
    this.store.commit();
    if (events.length > 0) this.#onEvents(events);
  }

  listen(onEvents: (events: Stripe.EventBase[]) => void): void {
    this.#onEvents = onEvents;
  }

  /** @param previous the fields' values before, for `….updated`. */
  emit(type: string, object: { id: string; object: string }, previous?: Record<string, unknown>): void {
    const event: Stripe.EventBase = {
      id: newId("evt_"),
      object: "event",
      api_version: API_VERSION,
      created: this.seconds(),
      data: {
        object,
        ...(previous === undefined ? {} : { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: 0,
      request: { id: this.#request?.id ?? null, idempotency_key: this.#request?.idempotencyKey ?? null },
      type: type as Stripe.Event.Type,
    };
    this.store.put("event", event);
    this.#events.push(event);
  }

  /** @throws Stripe's `resource_missing`. */
  need<K extends Kind>(kind: K, id: string, param = "id"): Kinds[K] {
    const found = this.store.get(kind, id);
    if (found === undefined) throw resourceMissing(SPOKEN[kind] ?? kind, id, param);
    return found;
  }

  /** A customer that can still be billed. */
  needCustomer(id: string, param = "customer"): Stripe.Customer {
    if (this.store.get("deleted_customer", id) !== undefined) {
      throw invalidRequest(`No such customer: '${id}'; it was deleted.`, { param, code: "resource_missing" });
    }
    return this.need("customer", id, param);
  }
}

const SPOKEN: Partial<Record<Kind, string>> = {
  checkout_session: "checkout.session",
  payment_intent: "payment_intent",
  payment_method: "PaymentMethod",
  tax_rate: "tax rate",
  webhook_endpoint: "webhook endpoint",
};
