import type { FastifyBaseLogger } from "fastify";
import Stripe from "stripe";
import type { Database } from "../../db/open.ts";
import type { SiteSettings } from "../../config/config.ts";
import { AppError } from "../../http/app-error.ts";
import { createProviderCatalogue, type ProviderCatalogue } from "./catalogue.ts";

/** Milliseconds that the provider has to answer. */
const TIMEOUT = 8_000;

/** Second tries of one call, with the same idempotency key, which the SDK makes where none is given. */
const RETRIES = 1;

/** What every part of billing works with. */
export interface Billing {
  db: Database;
  stripe: Stripe;
  catalogue: ProviderCatalogue;
  site: SiteSettings;
  /** Milliseconds since 1970; in the demo the sandbox's clock. */
  now: () => number;
  wakeMailSender: () => void;
  log: Pick<FastifyBaseLogger, "warn" | "error" | "info">;
}

/** Puts billing together from what the application is made of. */
export function createBilling(parts: Omit<Billing, "catalogue">): Billing {
  return { ...parts, catalogue: createProviderCatalogue(parts.stripe, parts.now) };
}

export interface ProviderSettings {
  secretKey: string;
  /** Null: the provider itself. */
  apiUrl: string | null;
}

/** The official client; it speaks the API version that it was made for. */
export function openProvider({ secretKey, apiUrl }: ProviderSettings): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === "https:" ? "443" : "80"),
      protocol: address.protocol === "https:" ? "https" : "http",
    }),
  });
}

/** Where the provider shows staff its objects; null: a sandbox has no such pages. */
export function providerPages({ secretKey, apiUrl }: ProviderSettings): string | null {
  if (apiUrl !== null && new URL(apiUrl).hostname !== "api.stripe.com") return null;
  return `https://dashboard.stripe.com${secretKey.includes("_live_") ? "" : "/test"}`;
}

/** What the provider could not do becomes a 503 with a sentence that may be shown; everything else passes. */
export async function withProviderErrors<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
    const error = new AppError(503, "payment_unavailable", sentence, { retryAfter: 5 });
    error.cause = cause;
    throw error;
  }
}

/** Whether the provider does not know what it was asked about. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** Whether nobody knows what became of a request: it may or may not have been carried out. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError;
}

/** Whether the provider looked at a request and would not carry it out. */
export function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
