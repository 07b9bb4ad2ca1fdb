import { payCheckout, payCheckoutLater } from "stripe-sandbox/internal/engine/checkout.ts";
import { collect } from "stripe-sandbox/internal/engine/collect.ts";
import { newCard } from "stripe-sandbox/internal/api/payment-methods.ts";
import type { Presence } from "stripe-sandbox/internal/engine/cards.ts";
import { checkCall } from "stripe-sandbox/internal/testing/sdk-schema.ts";
import { type StripeSandbox, startStripeSandbox, type StripeSandboxOptions } from "stripe-sandbox";
import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect } from "vitest";
import { ignoreRefusal, openProvider } from "../../src/billing/provider/provider.ts";
import { setUpCatalogue } from "../../src/billing/provider/setup.ts";
import type { BillingApp, Member } from "./billing-types.ts";
import { customerOf } from "./billing-state.ts";
import { createUser } from "./factories.ts";
import { SITE, type TestApp, useTestApp, WEBHOOK_SECRET } from "./test-app.ts";

export const RETURN_URLS = {
  success_url: `${SITE.publicUrl}/payment/complete?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${SITE.publicUrl}/subscription/cancel`,
};

/** Stripe's test cards. */
export const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  failsLater: "4000000000000341",
  secure: "4000000000003184",
} as const;

/** Call at the top of a test file. Events wait until `settle` or the test sends them. */
export function useBillingApp(options: { providerPages?: string } = {}): BillingApp {
  const opened: Partial<Pick<BillingApp, "sandbox" | "stripe">> = {};
  const calls: Parameters<typeof checkCall>[0][] = [];
  const t = useTestApp({
    ...options,
    openStripe: async (clock) => Object.assign(opened, await openSandbox(clock, (call) => calls.push(call))).stripe,
  }) as BillingApp;
  beforeAll(async () => {
    Object.assign(t, opened, { member: (given: object) => signedIn(t, given) });
    const address = await t.app.listen({ port: 0, host: "127.0.0.1" });
    t.sandbox.setWebhook({ url: address + contract.stripe.webhook.url, secret: WEBHOOK_SECRET });
    await setUpCatalogue(t.stripe, SITE.name);
  });
  afterAll(async () => {
    await t.sandbox.close();
    expect([...new Set(calls.flatMap(checkCall))], "calls that differ from the SDK's types").toEqual([]);
  });
  return t;
}

async function openSandbox(clock: TestApp["clock"], onRequest: NonNullable<StripeSandboxOptions["onRequest"]>) {
  const sandbox = await startStripeSandbox({ dataDir: null, now: clock.now, onRequest });
  sandbox.webhooks.hold();
  return { sandbox, stripe: openProvider({ secretKey: sandbox.secretKey, apiUrl: sandbox.url }) };
}

async function signedIn(t: BillingApp, given: Parameters<typeof createUser>[2] = {}): Promise<Member> {
  const values = { subscription_status: "inactive" as const, subscription_plan: "none" as const, ...given };
  const { id, email } = await createUser(t.db, t.clock, values);
  return {
    id,
    email,
    call: async ({ method, url }, body) =>
      t.app.inject({
        method: method as "GET" | "POST" | "PUT",
        url,
        // A new token, because the clock may have passed the expiry of the last one.
        headers: await t.as(id),
        ...(body && { payload: body }),
      }),
  };
}

/** Moves the shared clock and runs due billing at the provider. */
export function advance(t: BillingApp, by: Parameters<BillingApp["clock"]["advance"]>[0]): void {
  t.clock.advance(by);
  t.sandbox.clock.settle();
}

/** Delivers all waiting events, including those that this causes. */
export async function deliverAll({ sandbox }: BillingApp): Promise<void> {
  for (let waiting = sandbox.webhooks.pending(); waiting.length > 0; waiting = sandbox.webhooks.pending()) {
    for (const delivery of waiting) {
      const status = await sandbox.webhooks.deliver(delivery);
      if (status !== 200) throw new Error(`${sandbox.webhooks.event(delivery).type} was answered with ${status}`);
    }
  }
}

/** Loses all waiting events. */
export function dropAll({ sandbox }: BillingApp): void {
  sandbox.webhooks.drop(sandbox.webhooks.pending());
}

const UNENDED: ReadonlySet<string> = new Set(["active", "past_due", "unpaid", "incomplete"]);

/** Ends every contract, because those of earlier tests would renew and be reconciled in each later one. */
export async function endAll(t: BillingApp): Promise<void> {
  for (const { id, status } of t.sandbox.world.store.all("subscription")) {
    if (UNENDED.has(status)) await t.stripe.subscriptions.cancel(id);
  }
  dropAll(t);
  for (const table of ["stripe_customers", "subscriptions"]) await t.db.query({ text: `delete from ${table}` });
}

export function create(member: Member, plan_type: PaidPlan) {
  return member.call(contract.subscription.create, { plan_type, ...RETURN_URLS });
}

/** Starts a checkout. @returns the session's id */
export async function checkout(member: Member, plan: PaidPlan): Promise<string> {
  const response = await create(member, plan);
  if (response.statusCode !== 200) throw new Error(`create answered ${response.statusCode} ${response.body}`);
  return response.json<{ session_id: string }>().session_id;
}

/** Pays like a visitor on the Checkout page. */
export function pay(t: BillingApp, session: string, card: string, presence: Presence = "on_session") {
  return onPage(t, session, (world, open) => payCheckout(world, open, newCard(world, card).id, presence));
}

/** Chooses a delayed payment method. */
export function payLater(t: BillingApp, session: string): void {
  onPage(t, session, (world, open) => payCheckoutLater(world, open, newCard(world, CARDS.good).id));
}

/** @throws when the session is no longer open */
function onPage<T>(
  { sandbox: { world, clock } }: BillingApp,
  id: string,
  work: (world: StripeSandbox["world"], session: Stripe.Checkout.Session) => T,
): T {
  clock.settle();
  const session = world.need("checkout_session", id);
  if (session.status !== "open") throw new Error(`the session is ${session.status}`);
  return world.transact(null, () => work(world, session));
}

/** Changes the default card like the portal. */
export async function useCard({ sandbox, stripe }: BillingApp, customer: string, card: string): Promise<void> {
  const { world } = sandbox;
  const { id } = world.transact(null, () => newCard(world, card));
  await stripe.paymentMethods.attach(id, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  for await (const subscription of stripe.subscriptions.list({ customer })) {
    // Another step may have ended it meanwhile.
    await stripe.subscriptions.update(subscription.id, { default_payment_method: id }).catch(ignoreRefusal);
  }
}

/** Pays a member's newest invoice with another card. @throws when it is not open */
export async function payInvoice(
  t: BillingApp,
  member: Pick<Member, "id">,
  card: string,
  presence: Presence = "on_session",
): Promise<void> {
  const { world } = t.sandbox;
  const customer = await customerOf(t, member);
  const [invoice] = (await t.stripe.invoices.list({ customer, limit: 1 })).data;
  if (invoice?.status !== "open") throw new Error(`the invoice is ${invoice?.status}`);
  world.transact(null, () => {
    const method = world.store.put("payment_method", { ...newCard(world, card), customer });
    collect(world, world.need("invoice", invoice.id), method.id, presence);
  });
}
