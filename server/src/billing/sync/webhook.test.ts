import { contract } from "@manabiya/contract";
import { signature } from "stripe-sandbox/internal/webhooks.ts";
import fc from "fast-check";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  dropAll,
  pay,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { booksOf, latestOf, seenAs } from "../../../test/testing/billing-state.ts";
import { WEBHOOK_SECRET } from "../../../test/testing/test-app.ts";
import { createBilling } from "../provider/provider.ts";
import { claimEvent, EVENT_TYPES, finishEvent, releaseEvent } from "./events.ts";
import { reconcileHourly } from "./reconcile.ts";

const t = useBillingApp();
const { url } = contract.stripe.webhook;

const seconds = () => Math.floor(t.clock.now() / 1000);

function post(payload: string, header?: string) {
  return t.app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/json", ...(header && { "stripe-signature": header }) },
  });
}

/** A member who paid; the events are not delivered yet. */
async function payer(): Promise<Member> {
  dropAll(t);
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  return member;
}

const waiting = (type: string) => {
  const found = t.sandbox.webhooks.pending().find((delivery) => t.sandbox.webhooks.event(delivery).type === type);
  if (!found) throw new Error(`no ${type} waits`);
  return found;
};

const payloadOf = (type: string) => JSON.stringify(t.sandbox.webhooks.event(waiting(type)));

async function storedEvents() {
  const text = `select id, type, state, customer_id, received_at, taken_at from stripe_events order by id`;
  return (await t.db.query<{ id: string; type: string; state: string }>({ text })).rows;
}

const storedEvent = async (id: string) => (await storedEvents()).filter((event) => event.id === id);

const UNKNOWN = { status: "inactive", watches: false };

describe("returns 400 and writes nothing", () => {
  test.each<[string, (body: string) => [string, string | undefined]]>([
    ["no signature", (body) => [body, undefined]],
    ["an empty one", (body) => [body, ""]],
    ["nonsense", (body) => [body, "t=1,v1=abc"]],
    ["another secret", (body) => [body, signature(body, "whsec_other", seconds())]],
    ["no secret", (body) => [body, signature(body, "", seconds())]],
    ["a signature of 301 seconds ago", (body) => [body, signature(body, WEBHOOK_SECRET, seconds() - 301)]],
    ["an altered body", (body) => [`${body} `, signature(body, WEBHOOK_SECRET, seconds())]],
  ])("%s", async (_name, make) => {
    const member = await payer();
    const before = await storedEvents();
    const [body, header] = make(payloadOf("checkout.session.completed"));
    const response = await post(body, header);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ type: "bad_signature" });
    expect(await storedEvents()).toEqual(before);
    expect(await seenAs(t, member)).toMatchObject(UNKNOWN);
  });
});

const signed = (body: string) => post(body, signature(body, WEBHOOK_SECRET, seconds()));

describe("returns 400 for a signed body that is no event", () => {
  test.each(["", "{", "null", "[]", "3", "{}", '{"id":"evt_1"}', '{"id":"evt\\u0000","type":"invoice.paid"}'])(
    "%j",
    async (body) => {
      const before = await storedEvents();
      const response = await signed(body);
      expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ type: "bad_request" })]);
      expect(await storedEvents()).toEqual(before);
    },
  );
});

describe("returns 200 for a signed event that it cannot use, and writes nothing but a warning", () => {
  const invoice = { object: "invoice", id: "in_1" };
  const dispute = { object: "dispute", id: "dp_1", status: "lost", charge: "ch_1", amount: 100 };
  test.each<[string, string, unknown]>([
    ["no data", "invoice.paid", undefined],
    ["data without an object", "invoice.paid", {}],
    ["an object that is null", "invoice.paid", { object: null }],
    ["an object that is a text", "invoice.paid", { object: "in_1" }],
    ["a customer with a NUL", "invoice.paid", { object: { ...invoice, customer: "cus_\0" } }],
    ["a customer without an id", "invoice.paid", { object: { ...invoice, customer: {} } }],
    ["a customer that is a number", "invoice.paid", { object: { ...invoice, customer: 3 } }],
    ["a dispute without a charge", "charge.dispute.created", { object: { ...dispute, charge: null } }],
    ["a dispute of too large an amount", "charge.dispute.closed", { object: { ...dispute, amount: 2 ** 31 } }],
  ])("%s", async (_name, type, data) => {
    const before = await storedEvents();
    const warned = vi.spyOn(t.deps.logger, "warn").mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const response = await signed(JSON.stringify({ id: "evt_unusable", object: "event", type, data }));
    expect(response.statusCode).toBe(200);
    expect(warned.mock.calls).toEqual([[{ event: "evt_unusable", type }, "event not understood"]]);
    expect(await storedEvents()).toEqual(before);
  });
});

test("tells staff of a dispute about a charge that the provider does not know", async () => {
  const object = { object: "dispute", id: "dp_unknown", status: "needs_response", charge: "ch_unknown", amount: 500 };
  const body = JSON.stringify({ id: "evt_dispute", object: "event", type: "charge.dispute.created", data: { object } });
  expect((await signed(body)).statusCode).toBe(200);
  const text = `select kind, amount, user_id from staff_alerts where about = 'dp_unknown'`;
  expect((await t.db.query({ text })).rows).toEqual([{ kind: "dispute", amount: 500, user_id: null }]);
});

/** Nearly events: each field is right, missing or anything. */
const anything = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
const id = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("evt_1", "cus_1", "ch_1", "dp_1", "a\0b", "../charges", "", "x".repeat(300)),
  },
  { weight: 1, arbitrary: anything },
);
const reference = fc.oneof(id, fc.record({ id, object: id }));
const object = fc.record(
  {
    object: fc.oneof(fc.constantFrom("customer", "dispute", "invoice"), anything),
    id,
    customer: reference,
    charge: reference,
    status: fc.oneof(fc.constantFrom("won", "lost", "needs_response"), anything),
    amount: fc.oneof(fc.integer(), fc.double(), anything),
  },
  { requiredKeys: [] },
);
const data = fc.oneof({ weight: 4, arbitrary: fc.record({ object: fc.oneof(object, anything) }) }, anything);
const event = fc.record(
  { id, object: fc.constant("event"), type: fc.oneof(fc.constantFrom(...EVENT_TYPES), id), data },
  { requiredKeys: [] },
);

test("answers every signed JSON with 200 or 400", () =>
  fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 6, arbitrary: event }, anything), async (payload) => {
      const response = await signed(JSON.stringify(payload));
      expect([200, 400], JSON.stringify(response.json())).toContain(response.statusCode);
    }),
    { numRuns: 300, endOnFailure: true },
  ));

test("accepts a signature that is 300 seconds old", async () => {
  const member = await payer();
  const body = payloadOf("checkout.session.completed");
  expect((await post(body, signature(body, WEBHOOK_SECRET, seconds() - 300))).statusCode).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

test("handles five parallel deliveries of an event once", async () => {
  const member = await payer();
  const delivery = waiting("checkout.session.completed");
  const answers = await Promise.all(Array.from({ length: 5 }, () => t.sandbox.webhooks.deliver(delivery)));
  expect(answers).toEqual([200, 200, 200, 200, 200]);
  expect(await storedEvent(delivery.event)).toMatchObject([{ state: "done", type: "checkout.session.completed" }]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
});

test("an older event after a newer one changes nothing", async () => {
  const member = await payer();
  await deliverAll(t);
  const subscription = await latestOf(t, member);
  await t.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const older = waiting("customer.subscription.updated");
  await t.stripe.subscriptions.cancel(subscription.id);
  const newer = waiting("customer.subscription.deleted");
  expect(await t.sandbox.webhooks.deliver(newer)).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await t.sandbox.webhooks.deliver(older)).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["canceled"], charged: [1650] });
});

test("accepts unsubscribed events and unknown customers without storing them", async () => {
  dropAll(t);
  const { id } = await t.stripe.customers.create({ email: "stranger@example.com" });
  await t.stripe.customers.update(id, { name: "知らない人" });
  await deliverAll(t);
  const body = JSON.stringify({ id: "evt_other", object: "event", type: "product.created", data: { object: {} } });
  expect((await post(body, signature(body, WEBHOOK_SECRET, seconds()))).statusCode).toBe(200);
  expect((await storedEvents()).filter((event) => event.id === "evt_other")).toEqual([]);
});

describe("internal errors", () => {
  afterEach(() => {
    t.sandbox.failures.clear();
    t.errors.length = 0;
  });

  test("returns 503 when the provider does not answer, and the next delivery succeeds", async () => {
    const member = await payer();
    const delivery = waiting("checkout.session.completed");
    t.sandbox.failures.add({ mode: "down", call: "GET /v1/subscriptions" });
    expect(await t.sandbox.webhooks.deliver(delivery)).toBe(503);
    expect(await seenAs(t, member)).toMatchObject(UNKNOWN);
    t.sandbox.failures.clear();
    expect(await t.sandbox.webhooks.deliver(delivery)).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  });

  test("returns 500 and writes nothing when the database fails, and the next delivery succeeds", async () => {
    const member = await payer();
    const delivery = waiting("checkout.session.completed");
    await t.db.query({ text: `alter table "subscriptions" rename to "elsewhere"` });
    const status = await t.sandbox.webhooks.deliver(delivery);
    await t.db.query({ text: `alter table "elsewhere" rename to "subscriptions"` });
    expect(status).toBe(500);
    expect(await seenAs(t, member)).toMatchObject(UNKNOWN);
    expect(await t.sandbox.webhooks.deliver(delivery)).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    const text = `select 1 from subscriptions where user_id = $1`;
    expect((await t.db.query({ text, values: [member.id] })).rows).toHaveLength(1);
  });

  test("another process takes over the event of a crashed one", async () => {
    const member = await payer();
    const delivery = waiting("checkout.session.completed");
    const at = new Date(Date.now() - 4 * 60_000).toISOString();
    const customer_id = String((await t.stripe.customers.list({ limit: 1 })).data[0]?.id);
    await t.db.query({
      text: `insert into stripe_events (id, type, state, customer_id, received_at, taken_at)
             values ($1, 'checkout.session.completed', 'taken', $2, $3, $3)`,
      values: [delivery.event, customer_id, at],
    });
    expect(await t.sandbox.webhooks.deliver(delivery)).toBe(200);
    expect(await seenAs(t, member)).toMatchObject(UNKNOWN);
    const longAgo = new Date(Date.now() - 6 * 60_000).toISOString();
    await t.db.query({
      text: `update stripe_events set taken_at = $2 where id = $1`,
      values: [delivery.event, longAgo],
    });
    await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect(await storedEvent(delivery.event)).toMatchObject([{ state: "done" }]);
  });
});

test.each([
  ["lost its claim", "evt_slow", "6 minutes ago"],
  ["claimed by a clock that was set back", "evt_early", "1 day"],
])("a process that %s neither finishes nor releases the event of the next one", async (_name, id, moved) => {
  const claimAgain = () => claimEvent(t.db, { id, type: "invoice.paid", customerId: null }, t.clock.now());
  const slow = await claimAgain();
  await t.db.query({
    text: "update stripe_events set taken_at = taken_at + $2::interval where id = $1",
    values: [id, moved],
  });
  const next = await claimAgain();
  if (slow === null || next === null) throw new Error("both claim the event");
  await releaseEvent(t.db, slow);
  await finishEvent(t.db, slow);
  expect(await storedEvent(id)).toMatchObject([{ state: "taken" }]);
  await finishEvent(t.db, next);
  expect(await storedEvent(id)).toMatchObject([{ state: "done" }]);
});

test("repeated events charge nobody", async () => {
  const member = await payer();
  const all = t.sandbox.webhooks.pending();
  await Promise.all([...all, ...all.toReversed(), ...all].map((delivery) => t.sandbox.webhooks.deliver(delivery)));
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
  advance(t, { minutes: 1 });
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});
