import type { LightMyRequestResponse } from "fastify";
import type Stripe from "stripe";
import type { StripeSandbox } from "stripe-sandbox";
import type { createUser } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** The application with the Stripe sandbox on the same clock; events are sent over HTTP. */
export interface BillingApp extends TestApp {
  sandbox: StripeSandbox;
  stripe: Stripe;
  /** Creates a signed-in member. */
  member(given?: Parameters<typeof createUser>[2]): Promise<Member>;
}

export interface Member {
  id: number;
  email: string;
  call(route: { method: string; url: string }, body?: object): Promise<LightMyRequestResponse>;
}
