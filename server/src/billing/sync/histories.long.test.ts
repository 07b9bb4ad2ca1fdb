import { isDeepStrictEqual } from "node:util";
import { contract } from "@manabiya/contract";
import { startStripeSandbox, type StripeSandbox } from "stripe-sandbox";
import { paymentMethodFor } from "stripe-sandbox/internal/engine/subscriptions.ts";
import { checkObjects } from "stripe-sandbox/internal/testing/sdk-schema.ts";
import { signature } from "stripe-sandbox/internal/webhooks.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { advance, create, useBillingApp } from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { seenAs } from "../../../test/testing/billing-state.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { createHistorySteps } from "../../../test/testing/history-steps.ts";
import { accountOf, missingYen } from "../../../test/testing/ledger.ts";
import { createRandom } from "../../../test/testing/random.ts";
import { SITE, WEBHOOK_SECRET } from "../../../test/testing/test-app.ts";
import { findCustomer } from "../provider/customers.ts";
import { createBilling, openProvider } from "../provider/provider.ts";
import { setUpCatalogue } from "../provider/setup.ts";
import { reconcileHourly, reconcileNightly } from "./reconcile.ts";

/** `npm run prove -- billing` sets 1,000 and a new seed each time. */
const HISTORIES = Number(process.env["PROVE_HISTORIES"] ?? 20);
const SEED = Number(process.env["PROVE_SEED"] ?? 1);
/** Histories that run in parallel on one clock. At least two such groups run, of which every second one lasts a year. */
const PARALLEL_HISTORIES = Math.min(20, Math.ceil(HISTORIES / 2));
const STEPS_EACH = 6;
const DAY = 86_400_000;
/** The nightly job is broken so long at most. It finds the disputes of the last 180 days. */
const MAX_DAYS_WITHOUT_NIGHT = 120;

const t = useBillingApp();
const random = createRandom(SEED);
const counts = new Map<string, number>();
const count = (name: string, by = 1): void => void counts.set(name, (counts.get(name) ?? 0) + by);
const charged = { paid: 0, refunded: 0, consumed: 0, takenBack: 0, held: 0, credit: 0, owed: 0 };

let later: Awaited<ReturnType<typeof createApp>> | null = null;
let foreign: StripeSandbox;
let stranger: Awaited<ReturnType<typeof createApp>>;
let superuser = 0;

beforeAll(async () => {
  foreign = await startStripeSandbox({ dataDir: null, now: t.clock.now });
  await setUpCatalogue(foreignStripe(), SITE.name);
  stranger = await createApp({ ...t.deps, stripe: foreignStripe() });
  superuser = (await createUser(t.db, t.clock, { is_superuser: true })).id;
});

afterAll(async () => {
  await stranger.close();
  await foreign.close();
  await later?.close();
});

/** Replaces the application as after a restart: only the database survives. */
async function restart(): Promise<void> {
  count("restarts");
  const old = later;
  later = await createApp(t.deps);
  t.app = later;
  await old?.close();
}

const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
const foreignStripe = () => openProvider({ secretKey: foreign.secretKey, apiUrl: foreign.url });

const {
  steps: STEPS,
  memoryOf,
  reductionOf,
  isForeign,
} = createHistorySteps(t, { random, billing, count, by: () => superuser });

/** For a while the server has the key of another account. It must refuse, and change nothing. */
async function useWrongKey(member: Member): Promise<void> {
  if ((await findCustomer(t, member.id)) === null) return;
  count("wrongKeys");
  const right = t.app;
  const before = await seenAs(t, member);
  t.app = stranger;
  const answers = [
    await member.call(contract.subscription.cancel),
    await create(member, "monthly"),
    await member.call(contract.subscription.changePlan, { new_plan: "yearly" }),
    await member.call(contract.planSchedule.create, { new_plan: "monthly" }),
  ];
  t.app = right;
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
  const jobs = createBilling({ ...t.deps, stripe: foreignStripe(), log: t.deps.logger });
  await expect(reconcileNightly(jobs)).rejects.toThrow("belongs to the Stripe account");
  await expect(reconcileHourly(jobs)).rejects.toThrow("belongs to the Stripe account");
  const { watches: _, ...after } = await seenAs(t, member);
  expect(before).toMatchObject(after);
  t.errors.length = 0;
}

/** Steps of one member in a row, because some steps only mean something after others. */
const PLOTS: string[][] = [
  ...["buy", "buy", "change", "change", "cancel", "undo", "wait", "hourly", "brokenCard", "goodCard"].map(alone),
  ...["endedByStaff", "cardInPortal", "brokenChange", "brokenChange", "wrongKey", "refundInDashboard"].map(alone),
  ...["refundByStaff", "refundByStaff", "dispute", "changeLater", "noteInDashboard", "otherShop"].map(alone),
  ["toYearly", "toMonthly", "dispute", "decision"],
  ["toYearly", "dispute", "toMonthly", "decision"],
  ["toYearly", "toMonthly", "refundInDashboard", "buy"],
  ["toYearly", "toMonthly", "refundByStaff", "toYearly"],
  ["toYearly", "refundByStaff", "toMonthly"],
  // Staff ask again for what is left of a payment.
  ["refundInDashboard", "refundByStaff"],
  ["toYearly", "refundByStaff", "refundByStaff"],
  ["noteInDashboard", "refundByStaff", "refundInDashboard"],
  ["toYearly", "noteInDashboard", "toMonthly", "refundInDashboard"],
  ["toYearly", "changeLater", "wait", "undoChangeLater"],
  ["toYearly", "changeLater", "hourly"],
  ["toYearly", "changeLater", "cardInPortal"],
  ["toYearly", "toMonthly", "endedByStaff", "buy"],
  ["cancelAtByStaff", "undo"],
  ["cancelAtByStaff", "wait", "buy"],
  ["expiredCard", "month", "payBill"],
  ["expiredCard", "month", "cardInPortal", "wait"],
  ["brokenCard", "month", "payBill", "refundByStaff"],
  ["cardInPortal", "month", "dispute"],
];

function alone(step: string): string[] {
  return [step];
}

/** Delivers events in random order; some twice, some never. */
async function someEvents(share: number): Promise<void> {
  for (const delivery of random.shuffle(t.sandbox.webhooks.pending())) {
    if (!random.chance(share)) continue;
    t.sandbox.webhooks.drop([delivery]);
    if (random.chance(0.1)) {
      count("dropped");
      continue;
    }
    const times = random.chance(0.2) ? 2 : 1;
    count("doubled", times - 1);
    const payload = JSON.stringify(t.sandbox.webhooks.event(delivery));
    const header = signature(payload, WEBHOOK_SECRET, Math.floor(t.clock.now() / 1000));
    const headers = { "content-type": "application/json", "stripe-signature": header };
    const post = () => t.app.inject({ method: "POST", url: contract.stripe.webhook.url, payload, headers });
    for (const answer of await Promise.all(Array.from({ length: times }, post))) {
      count("sent");
      expect(answer.statusCode).toBe(200);
    }
  }
}

/** A member's subscriptions at the provider, newest first. */
async function subscriptionsOf(member: Member) {
  const customer = await findCustomer(t, member.id);
  if (customer === null) return [];
  const { data } = await t.stripe.subscriptions.list({ customer, status: "all", limit: 100 });
  return data.filter(({ items }) => !isForeign(items.data[0]?.price.id ?? ""));
}

const isoOf = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000).toISOString() : null);

/** The expected state, computed from the provider's subscriptions independently of the code under test. */
async function expectedStateOf(member: Member) {
  const unpaid = { status: "inactive", plan: "none", ends: null, cancels: false };
  const all = await subscriptionsOf(member);
  const live = all.filter(({ status }) => status === "active" || status === "past_due");
  expect(live.length, "live subscriptions").toBeLessThanOrEqual(1);
  const [endedLast] = all
    .filter(({ status }) => status === "canceled")
    .toSorted((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0));
  const [running] = live;
  if (!running && all.some(({ status }) => status === "unpaid")) return unpaid;
  const counts = running ?? endedLast;
  if (!counts) return unpaid;
  const [item] = counts.items.data;
  const plan = item?.price.recurring?.interval === "year" ? "yearly" : "monthly";
  if (!running) return { status: "canceled", plan, ends: isoOf(counts.ended_at), cancels: false };
  const renewal = item?.current_period_end ?? 0;
  // A chosen end after the next renewal does not stop it.
  const cancels = counts.cancel_at_period_end || (counts.cancel_at !== null && counts.cancel_at <= renewal);
  return { status: "active", plan, ends: isoOf(cancels ? (counts.cancel_at ?? renewal) : renewal), cancels };
}

/** The failure message for a member whose state differs from the provider's. */
async function describeHistory(member: Member, steps: string[] = []): Promise<string> {
  const listed = (await subscriptionsOf(member)).map(({ id, status, created, ended_at, items }) => {
    const interval = items.data[0]?.price.recurring?.interval;
    return `${id} ${interval} ${status} from ${created} to ${ended_at}`;
  });
  return [`member ${member.id} of seed ${SEED}`, ...steps, "at the provider:", ...listed].join("\n");
}

async function runHistories(size: number, isYear: boolean): Promise<void> {
  Object.assign(t.sandbox.world.settings, {
    cardUpdates: random.pick(["subscription", "customer", "unpinned"] as const),
    afterRetries: random.pick(["cancel", "unpaid", "past_due"] as const),
  });
  const members = await Promise.all(Array.from({ length: size }, () => t.member()));
  const steps = new Map<Member, string[]>(members.map((member) => [member, []]));
  let lastNight = t.clock.now();
  const night = async () => {
    lastNight = t.clock.now();
    await reconcileNightly(billing(), { allowEnds: true });
  };
  const act = async (name: string, member: Member) => {
    if (t.clock.now() - lastNight > MAX_DAYS_WITHOUT_NIGHT * DAY) await night();
    count("steps");
    steps.get(member)?.push(`${new Date(t.clock.now()).toISOString()} ${name}`);
    if (name === "wrongKey") await useWrongKey(member);
    else await STEPS[name]?.(member);
    if (random.chance(0.3)) await someEvents(0.5);
  };
  const plots = new Map<Member, string[]>(members.map((member) => [member, ["buy"]]));
  for (let step = 0; step < size * STEPS_EACH; step++) {
    const member = members[step % size];
    if (!member) throw new Error("there is no such member");
    const plot = plots.get(member) ?? [];
    if (plot.length === 0) plot.push(...random.pick(PLOTS));
    await act(plot.shift() ?? "wait", member);
    if (random.chance(1 / (2 * size))) await restart();
  }
  // A year: every renewal, retry and scheduled change falls due, in order.
  if (isYear) {
    count("years");
    await night();
    advance(t, { days: 366, minutes: 61 });
    for (const member of members) await act(random.pick(PLOTS)[0] ?? "wait", member);
  }
  await someEvents(0.7);
  t.sandbox.webhooks.drop(t.sandbox.webhooks.pending());
  count("behind", await countBehind(members));
  await night();
  for (const member of members) await judge(member, steps.get(member) ?? []);
  // Finished histories must not renew and slow the next ones down.
  for (const member of members) await STEPS["endedByStaff"]?.(member);
  t.sandbox.webhooks.drop(t.sandbox.webhooks.pending());
  await t.db.query({ text: `delete from stripe_customers` });
}

/** Compares a finished history with the provider, and its money with the ledger. */
async function judge(member: Member, steps: string[]): Promise<void> {
  const { watches, ...seen } = await seenAs(t, member);
  const expected = await expectedStateOf(member);
  const history = await describeHistory(member, steps);
  expect(seen, history).toEqual(expected);
  expect(watches).toBe(seen.status === "active" && !(seen.cancels && Date.parse(seen.ends ?? "") <= t.clock.now()));
  const customer = await findCustomer(t, member.id);
  if (customer === null) return;
  const { givenBack, card, lostAt, foreign: sold } = memoryOf(member);
  const account = accountOf(t.sandbox, customer, { reductionOf, givenBack, isForeign });
  expect({ ...account, missing: missingYen(account) }, history).toEqual({ ...account, missing: 0 });
  expect(account.refunded + account.credit, `more is given back than was paid: ${history}`).toBeLessThanOrEqual(
    account.paid,
  );
  expect(account.takenBack, history).toBeLessThanOrEqual(givenBack);
  for (const id of sold) {
    const { cancel_at, cancellation_details: details } = t.sandbox.world.need("subscription", id);
    // Its own renewals may fail.
    expect(details?.reason, `another shop's contract: ${history}`).not.toBe("cancellation_requested");
    expect(cancel_at).toBeNull();
  }
  const running = (await subscriptionsOf(member)).find(({ status }) => status === "active");
  if (running) expect(running.created, `begun before a lost dispute: ${history}`).toBeGreaterThanOrEqual(lostAt);
  if (running) expect(paymentMethodFor(t.sandbox.world, running), `the card of ${history}`).toBe(card);
  count("members");
  if (account.credit > 0) count("withCredit");
  for (const name of ["paid", "refunded", "consumed", "takenBack", "held", "credit", "owed"] as const)
    charged[name] += account[name];
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
    await runHistories(Math.min(PARALLEL_HISTORIES, HISTORIES - done), (done / PARALLEL_HISTORIES) % 2 === 0);
  expect(counts.get("sent")).toBeGreaterThan(0);
  expect(charged.paid - charged.refunded - charged.consumed).toBe(charged.held);
  expect(checkObjects(t.sandbox.world.store).problems.slice(0, 5)).toEqual([]);
  const schedules = t.sandbox.world.store.all("subscription_schedule");
  const took = schedules.filter(
    ({ phases: [, next], released_at }) => (released_at ?? 0) >= (next?.start_date ?? Infinity),
  );
  count("tookEffect", took.length);
  console.log(`${HISTORIES} histories`, Object.fromEntries(counts), charged);
}, 3_600_000);
