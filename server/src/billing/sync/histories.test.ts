import { isDeepStrictEqual } from "node:util";
import { payCheckout } from "stripe-sandbox/internal/engine/checkout.ts";
import { newCard } from "stripe-sandbox/internal/api/payment-methods.ts";
import { signature } from "stripe-sandbox/internal/webhooks.ts";
import { contract, payments } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type Stripe from "stripe";
import { startStripeSandbox, type StripeSandbox } from "stripe-sandbox";
import { setDefaultCard } from "stripe-sandbox/internal/pages/default-card.ts";
import { checkObjects } from "stripe-sandbox/internal/testing/sdk-schema.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { advance, CARDS, create, RETURN_URLS, useBillingApp, useCard } from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { seenAs } from "../../../test/testing/billing-state.ts";
import { accountOf } from "../../../test/testing/ledger.ts";
import { createRandom } from "../../../test/testing/random.ts";
import { WEBHOOK_SECRET } from "../../../test/testing/test-app.ts";
import { createBilling, openProvider } from "../provider/provider.ts";
import { memberStateOf, stateOf } from "./provider-state.ts";
import { findCustomer } from "../provider/customers.ts";
import { reconcileNightly } from "./reconcile.ts";

/** `npm run prove -- billing` sets 1,000 and a new seed each time. */
const HISTORIES = Number(process.env["PROVE_HISTORIES"] ?? 20);
const SEED = Number(process.env["PROVE_SEED"] ?? 1);
/** Histories that run in parallel on one clock. */
const PARALLEL_HISTORIES = 20;
const STEPS_EACH = 6;

const t = useBillingApp();
const random = createRandom(SEED);
const calls = contract.subscription;
const counted = {
  steps: 0,
  sent: 0,
  doubled: 0,
  dropped: 0,
  restarts: 0,
  behind: 0,
  broken: 0,
  refunds: 0,
  disputes: 0,
  coupons: 0,
  scheduled: 0,
};
const charged = { members: 0, paid: 0, refunded: 0, provided: 0, credit: 0, unpaid: 0 };

let later: Awaited<ReturnType<typeof createApp>> | null = null;
afterAll(() => later?.close());

/** Replaces the application as after a restart: only the database survives. */
async function restart(): Promise<void> {
  counted.restarts++;
  const old = later;
  later = await createApp(t.deps);
  t.app = later;
  await old?.close();
}

const billing = () => createBilling({ ...t.deps, log: t.deps.logger });

/** Actions of members, and events at the provider. */
const STEPS: Record<string, (member: Member) => Promise<unknown>> = {
  buy: async (member) => {
    const plan = random.pick(["monthly", "yearly"] as const);
    const answer = random.chance(0.3) ? await createWithCoupon(member, plan) : await create(member, plan);
    const { session_id } = answer.json<{ session_id?: string }>();
    if (session_id === undefined) return;
    const card = random.pick([CARDS.good, CARDS.good, CARDS.good, CARDS.declined]);
    const { world } = t.sandbox;
    const session = world.need("checkout_session", session_id);
    if (session.status !== "open") return;
    if (session.metadata?.["promotion_code"] !== undefined) counted.coupons++;
    world.transact(null, () => payCheckout(world, session, newCard(world, card).id, "on_session"));
    if (random.chance(0.3)) {
      await member.call({ method: "GET", url: calls.checkSession.url.replace(":session_id", session_id) });
    }
  },
  change: (member) => member.call(calls.changePlan, { new_plan: random.pick(["monthly", "yearly"]) }),
  changeLater: async (member) => {
    const answer = await member.call(payments.planSchedule.create, { new_plan: "monthly" });
    if (answer.statusCode === 200) counted.scheduled++;
  },
  undoChangeLater: (member) => member.call(payments.planSchedule.undo),
  cancel: (member) => member.call(calls.cancel),
  undo: (member) => member.call(calls.undoCancel),
  wait: async () => advance(t, { days: random.integer(1, 40) }),
  brokenCard: (member) => giveCard(member, CARDS.failsLater),
  goodCard: (member) => giveCard(member, CARDS.good),
  endedByStaff: async (member) => {
    const customer = await findCustomer(t, member.id);
    if (customer === null) return;
    for await (const { id } of t.stripe.subscriptions.list({ customer })) await t.stripe.subscriptions.cancel(id);
  },
  cardInPortal: async (member) => {
    const customer = await findCustomer(t, member.id);
    const { world } = t.sandbox;
    if (customer === null) return;
    world.transact(null, () => setDefaultCard(world, customer, newCard(world, CARDS.good).id, false));
  },
  /** The next call of this kind fails, and Stripe stores its 500 for a day. */
  brokenChange: async (member) => {
    counted.broken++;
    const restore = t.sandbox.failures.add({
      mode: random.pick(["error", "error_after_work", "lost_answer"] as const),
      call: random.pick(["POST /v1/subscriptions", "POST /v1/checkout/sessions", "POST /v1/customers"]),
    });
    const step = random.pick(["change", "cancel", "undo", "buy"] as const);
    await STEPS[step]?.(member);
    restore();
    t.errors.length = 0;
  },
  /** A job with the key of another account must change nothing. */
  wrongKey: async () => {
    await expect(reconcileNightly(foreignBilling())).rejects.toThrow("belongs to the Stripe account");
  },
  partialRefund: async (member) => {
    const charge = await lastCharge(member);
    if (charge === null || charge.amount - charge.amount_refunded < 100) return;
    counted.refunds++;
    await t.stripe.refunds.create({ charge: charge.id, amount: 100 });
  },
  dispute: async (member) => {
    const charge = await lastCharge(member);
    if (charge === null || charge.disputed) return;
    counted.disputes++;
    const { id } = t.sandbox.simulate.dispute(charge.id);
    t.sandbox.simulate.closeDispute(id, random.pick(["won", "lost"]));
  },
};

/** Half of the first price. */
const HALF: Record<string, number> = { monthly: 750, yearly: 7500 };
let code: Promise<string> | null = null;

async function createWithCoupon(member: Member, plan_type: PaidPlan) {
  code ??= t.stripe.coupons
    .create({ percent_off: 50, duration: "once" })
    .then(({ id: coupon }) => t.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon }, code: "HALF" }))
    .then((made) => made.code);
  return member.call(calls.create, { plan_type, code: await code, ...RETURN_URLS });
}

/** Yen without tax of a subscription that began with a coupon. */
function reducedNet(subscription: string): number | null {
  const sessions = t.sandbox.world.store.all("checkout_session");
  const metadata = sessions.find((session) => session.subscription === subscription)?.metadata;
  return metadata?.["promotion_code"] === undefined ? null : (HALF[metadata["plan"] ?? ""] ?? null);
}

async function lastCharge(member: Member): Promise<Stripe.Charge | null> {
  const customer = await findCustomer(t, member.id);
  if (customer === null) return null;
  return (await t.stripe.charges.list({ customer, limit: 10 })).data.find(({ paid }) => paid) ?? null;
}

let foreign: StripeSandbox;
beforeAll(async () => {
  foreign = await startStripeSandbox({ dataDir: null, now: t.clock.now });
});
afterAll(() => foreign.close());

const foreignBilling = () => {
  const stripe = openProvider({ secretKey: foreign.secretKey, apiUrl: foreign.url });
  return createBilling({ ...t.deps, stripe, log: t.deps.logger });
};

async function giveCard(member: Member, card: string): Promise<void> {
  const customer = await findCustomer(t, member.id);
  if (customer !== null) await useCard(t, customer, card);
}

const WEIGHTED = [
  ...["buy", "buy", "buy", "change", "change", "changeLater", "changeLater", "undoChangeLater", "cancel", "undo"],
  ...["wait", "brokenCard", "goodCard", "endedByStaff", "cardInPortal", "brokenChange", "brokenChange"],
  ...["wrongKey", "partialRefund", "dispute"],
];

/** Delivers events in random order; some twice, some never. */
async function someEvents(share: number): Promise<void> {
  for (const delivery of random.shuffle(t.sandbox.webhooks.pending())) {
    if (!random.chance(share)) continue;
    t.sandbox.webhooks.drop([delivery]);
    if (random.chance(0.1)) {
      counted.dropped++;
      continue;
    }
    const times = random.chance(0.2) ? 2 : 1;
    counted.doubled += times - 1;
    const payload = JSON.stringify(t.sandbox.webhooks.event(delivery));
    const header = signature(payload, WEBHOOK_SECRET, Math.floor(t.clock.now() / 1000));
    const headers = { "content-type": "application/json", "stripe-signature": header };
    const post = () => t.app.inject({ method: "POST", url: contract.stripe.webhook.url, payload, headers });
    for (const answer of await Promise.all(Array.from({ length: times }, post))) {
      counted.sent++;
      expect(answer.statusCode).toBe(200);
    }
  }
}

/** A member's subscriptions at the provider, newest first. */
async function subscriptionsOf(member: Member) {
  const customer = await findCustomer(t, member.id);
  if (customer === null) return [];
  return (await t.stripe.subscriptions.list({ customer, status: "all", limit: 100 })).data;
}

/** The expected state, computed from the provider's subscriptions independently of the code under test. */
async function expectedStateOf(member: Member) {
  const unpaid = { status: "inactive", plan: "none", ends: null, cancels: false };
  const all = await subscriptionsOf(member);
  const live = all.filter(({ status }) => status === "active" || status === "past_due");
  expect(live.length, "live subscriptions").toBeLessThanOrEqual(1);
  const [endedLast] = all
    .filter(({ status }) => status === "canceled")
    .toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0));
  const [counts = endedLast] = live;
  if (!counts) return unpaid;
  const state = memberStateOf(stateOf(counts), {
    subscription_status: "inactive",
    subscription_plan: "none",
    subscription_end_date: null,
    cancel_at_period_end: false,
  });
  return {
    status: live.length > 0 ? "active" : "canceled",
    plan: counts.items.data[0]?.price.recurring?.interval === "year" ? "yearly" : "monthly",
    ends: state.subscription_end_date,
    cancels: live.length > 0 && counts.cancel_at_period_end,
  };
}

/** The failure message for a member whose state differs from the provider's. */
async function describeHistory(member: Member, steps: string[] = []): Promise<string> {
  const listed = (await subscriptionsOf(member)).map(({ id, status, created, ended_at, items }) => {
    const interval = items.data[0]?.price.recurring?.interval;
    return `${id} ${interval} ${status} from ${created} to ${ended_at}`;
  });
  return [`member ${member.id} of seed ${SEED}`, ...steps, "at the provider:", ...listed].join("\n");
}

async function runHistories(size: number): Promise<void> {
  t.sandbox.world.settings.cardUpdates = random.pick(["subscription", "customer", "unpinned"] as const);
  const members = await Promise.all(Array.from({ length: size }, () => t.member()));
  const steps = new Map<Member, string[]>(members.map((member) => [member, []]));
  for (let step = 0; step < size * STEPS_EACH; step++) {
    const name = step < size ? "buy" : random.pick(WEIGHTED);
    const member = members[step % size];
    if (!member) throw new Error("there is no such member");
    counted.steps++;
    steps.get(member)?.push(`${new Date(t.clock.now()).toISOString()} ${name}`);
    await STEPS[name]?.(member);
    if (random.chance(0.3)) await someEvents(0.5);
    if (random.chance(1 / (2 * size))) await restart();
  }
  await someEvents(0.7);
  t.sandbox.webhooks.drop(t.sandbox.webhooks.pending());
  counted.behind += await countBehind(members);
  await reconcileNightly(billing(), { allowEnds: true });
  for (const member of members) {
    const { watches, ...seen } = await seenAs(t, member);
    const expected = await expectedStateOf(member);
    if (!isDeepStrictEqual(seen, expected))
      expect(seen, await describeHistory(member, steps.get(member))).toEqual(expected);
    expect(watches).toBe(seen.status === "active" && !(seen.cancels && Date.parse(seen.ends ?? "") <= t.clock.now()));
    const customer = await findCustomer(t, member.id);
    if (customer === null) continue;
    const account = accountOf(t.sandbox, customer, reducedNet);
    const { paid, provided, unpaid, credit } = account;
    // Every yen was used, is owed, or is held for the member.
    if (paid !== provided - unpaid + credit) {
      expect(account, await describeHistory(member, steps.get(member))).toMatchObject({
        paid: provided - unpaid + credit,
      });
    }
    charged.members++;
    for (const name of ["paid", "refunded", "provided", "unpaid", "credit"] as const) charged[name] += account[name];
  }
  // Finished histories must not renew and slow the next ones down.
  for (const member of members) await STEPS["endedByStaff"]?.(member);
  t.sandbox.webhooks.drop(t.sandbox.webhooks.pending());
  await t.db.query({ text: `delete from stripe_customers` });
}

/** Counts members whose state is outdated because events were lost. */
async function countBehind(members: Member[]): Promise<number> {
  let behind = 0;
  for (const member of members) {
    const { watches: _, ...seen } = await seenAs(t, member);
    if (!isDeepStrictEqual(seen, await expectedStateOf(member))) behind++;
  }
  return behind;
}

test(`${HISTORIES} random histories of seed ${SEED} end in the provider's state after one reconcile`, async () => {
  for (let done = 0; done < HISTORIES; done += PARALLEL_HISTORIES)
    await runHistories(Math.min(PARALLEL_HISTORIES, HISTORIES - done));
  expect(counted.sent).toBeGreaterThan(0);
  expect(charged.paid).toBe(charged.provided - charged.unpaid + charged.credit);
  expect(checkObjects(t.sandbox.world.store).problems.slice(0, 5)).toEqual([]);
  console.log(`${HISTORIES} histories`, counted, charged);
}, 3_600_000);
