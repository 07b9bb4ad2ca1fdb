import type Stripe from "stripe";
import { invalidRequest, resourceMissing } from "../errors.ts";
import { newId } from "./ids.ts";
import type { Kind, Kinds } from "./kinds.ts";
import type { Store } from "./store.ts";

export const API_VERSION = "2026-10-28.endive";

/** The subscription status after the last failed retry of a renewal, an account setting at Stripe. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";

/**
 * The place of a card that the customer enters, an account setting at Stripe. `subscription`: Checkout, portal and hosted
 * invoice set it on the subscription, and the last two on the customer too. `customer`: Checkout sets it on the
 * subscription, the others on the customer alone, so renewals are still charged to the old card. `unpinned`: all of them
 * set it on the customer alone.
 */
export type CardUpdates = "subscription" | "customer" | "unpinned";

/** Details of the account that a person enters in the dashboard. */
export interface AccountProfile {
  /** Two letters, such as `JP`. */
  country: string;
  /** Three letters, such as `jpy`. */
  currency: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  supportEmail: string | null;
  supportUrl: string | null;
  url: string | null;
  statementDescriptor: string | null;
  /** Whether the hosted invoice page keeps the card of a payment. */
  savesCards: "always" | "never" | "offer";
  /** Whether convenience stores and bank transfers are enabled. */
  takesVouchers: boolean;
}

interface WorldSettings {
  afterRetries: AfterRetries;
  cardUpdates: CardUpdates;
  /** `acct_…` */
  accountId: string;
  /** The seller on invoices and receipts. */
  accountName: string;
  account: AccountProfile;
  /** The origin of the pages, without a slash at the end. */
  publicUrl: string;
  /** The back link of the invoice page; null: none, as at Stripe. */
  homeUrl: string | null;
}

interface RequestContext {
  id: string;
  idempotencyKey: string | null;
}

/** The complete state of the emulated account, and its time. */
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

  /** Milliseconds since 1970; inside `at`, the instant at which the work was due. */
  ms(): number {
    return this.#pinned ?? this.#now();
  }

  /** Milliseconds since 1970 by the clock, also inside `at`. */
  present(): number {
    return this.#now();
  }

  /** Seconds since 1970. */
  seconds(): number {
    return Math.floor(this.ms() / 1000);
  }

  /** Runs overdue work as if the clock stood at the instant at which the work was due. */
  at(ms: number, work: () => unknown): void {
    this.#pinned = ms;
    try {
      this.transact(null, work);
    } finally {
      this.#pinned = null;
    }
  }

  /** Commits all of the work, or nothing when it throws. Events are sent after the commit. */
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
    this.commit();
    return done;
  }

  /** Commits early, for work that must survive a later error: a declined payment attempt stays recorded. */
  commit(): void {
    const events = this.#events;
    this.#events = [];
    this.store.commit();
    if (events.length > 0) this.#onEvents(events);
  }

  listen(onEvents: (events: Stripe.EventBase[]) => void): void {
    this.#onEvents = onEvents;
  }

  /** @param previous the changed fields' former values, for `….updated` */
  emit(type: string, object: { id: string; object: string }, previous?: Record<string, unknown>): void {
    const event: Stripe.EventBase = {
      id: newId("evt_"),
      object: "event",
      api_version: API_VERSION,
      created: this.seconds(),
      data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: { id: this.#request?.id ?? null, idempotency_key: this.#request?.idempotencyKey ?? null },
      type: type as Stripe.Event.Type,
    };
    this.store.put("event", event);
    this.#events.push(event);
  }

  /** @throws 404 `resource_missing` */
  need<K extends Kind>(kind: K, id: string, param = "id"): Kinds[K] {
    const found = this.store.get(kind, id);
    if (found === undefined) throw resourceMissing(NAMES_IN_ERRORS[kind] ?? kind, id, param);
    return found;
  }

  /** @throws for a deleted customer too */
  needCustomer(id: string, param = "customer"): Stripe.Customer {
    if (this.store.get("deleted_customer", id) !== undefined) {
      throw invalidRequest(`No such customer: '${id}'; it was deleted.`, { param, code: "resource_missing" });
    }
    return this.need("customer", id, param);
  }
}

const NAMES_IN_ERRORS: Partial<Record<Kind, string>> = {
  checkout_session: "checkout.session",
  payment_intent: "payment_intent",
  payment_method: "PaymentMethod",
  tax_rate: "tax rate",
  webhook_endpoint: "webhook endpoint",
};
