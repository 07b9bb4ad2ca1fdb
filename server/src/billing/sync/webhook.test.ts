import { contract } from "@manabiya/contract";
import { signature } from "stripe-sandbox/internal/webhooks.ts";
import { afterEach, describe, expect, test } from "vitest";
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
    ["an empty body", () => ["", signature("", WEBHOOK_SECRET, seconds())]],
    ["no JSON", () => ["{", signature("{", WEBHOOK_SECRET, seconds())]],
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

test("repeated events charge nobody", async () => {
  const member = await payer();
  const all = t.sandbox.webhooks.pending();
  await Promise.all([...all, ...all.toReversed(), ...all].map((delivery) => t.sandbox.webhooks.deliver(delivery)));
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active"], charged: [1650] });
  advance(t, { minutes: 1 });
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});
