import type { FastifyBaseLogger } from "fastify";
import Stripe from "stripe";
import type { Database } from "../../db/open.ts";
import type { LiveSite } from "../../site/live-site.ts";
import { AppError } from "../../errors/app-error.ts";
import { createAccountReader, type ReadAccount } from "./account.ts";
import { timeLimitedClient, withinTimeLimit } from "./time-limit.ts";
import { cached, createProviderCatalogue, type ProviderCatalogue } from "./catalogue.ts";
import { type Ownership, readOwnership } from "./ownership.ts";

/** Milliseconds per call. */
const TIMEOUT = 8_000;

/** Retries by the SDK, which reuse the idempotency key and create one where none is given. */
const RETRIES = 1;

export interface Billing {
  db: Database;
  stripe: Stripe;
  catalogue: ProviderCatalogue;
  account: ReadAccount;
  /** Tells which objects at the provider are ours. It is read again every five minutes. */
  ownership: () => Promise<Ownership>;
  site: LiveSite;
  /** Milliseconds since 1970, by the sandbox's clock in the demo. */
  now: () => number;
  wakeMailSender: () => void;
  log: Pick<FastifyBaseLogger, "warn" | "error" | "info">;
}

type Made = "catalogue" | "account" | "ownership";
type Waker = "wakeMailSender";

/** Without `wakeMailSender`, the server's senders find new mails within seconds. */
export function createBilling(deps: Omit<Billing, Made | Waker> & Partial<Pick<Billing, Waker>>): Billing {
  const { stripe, site, now } = deps;
  const read = async () => {
    await site.reloadPrices();
    return site;
  };
  const ownership = cached(now, async () => readOwnership(stripe, (await read()).prices));
  return {
    wakeMailSender: () => {},
    ...deps,
    catalogue: createProviderCatalogue(stripe, now, read),
    account: createAccountReader(stripe),
    ownership,
  };
}

interface ProviderSettings {
  secretKey: string;
  /** Null: Stripe's own. */
  apiUrl: string | null;
}

export function openProvider({ secretKey, apiUrl }: ProviderSettings): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: timeLimitedClient(),
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === "https:" ? "443" : "80"),
      protocol: address.protocol === "https:" ? "https" : "http",
    }),
  });
}

/** @returns the address of the provider's dashboard; null for a sandbox, which has none */
export function providerPages({ secretKey, apiUrl }: ProviderSettings): string | null {
  if (apiUrl !== null && new URL(apiUrl).hostname !== "api.stripe.com") return null;
  return `https://dashboard.stripe.com${secretKey.includes("_live_") ? "" : "/test"}`;
}

/**
 * Turns errors of the provider into 503 with a message for the user, before the browser gives up. Other errors pass
 * unchanged.
 */
export async function withProviderErrors<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withinTimeLimit(work);
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
    const error = new AppError(503, "payment_unavailable", message, { retryAfter: 5 });
    error.cause = cause;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** The provider takes fewer addresses than mail servers do: not docomo's with two dots in a row. */
export function isRefusedAddress(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "email_invalid";
}

const { StripeAPIError, StripeConnectionError } = Stripe.errors;

/**
 * No answer, or 409 because an equal request is still running: the request may take effect later, and its idempotency
 * key returns the answer.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof StripeConnectionError || (error instanceof StripeAPIError && error.statusCode === 409);
}

/**
 * The provider stores a 5xx under the idempotency key and replays it for a day, whether the request took effect or not.
 * The state at the provider tells what happened; a repetition needs a new key.
 */
export function isSavedFailure(error: unknown): boolean {
  return error instanceof StripeAPIError && (error.statusCode ?? 0) >= 500;
}

/** The provider rejected the request, so it had no effect. */
export function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** For calls that are safe to repeat: a rejection means that the object is already in the desired state. */
export function ignoreRefusal(error: unknown): void {
  if (!isRefused(error)) throw error;
}

export function idOf(object: string | { id: string } | null): string | null {
  return typeof object === "string" ? object : (object?.id ?? null);
}

/** @returns null when `latest_invoice` was not expanded */
export function invoiceOf({ latest_invoice }: Stripe.Subscription): Stripe.Invoice | null {
  return typeof latest_invoice === "string" ? null : latest_invoice;
}

/** All objects of the pages of a list. */
export async function listAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}
