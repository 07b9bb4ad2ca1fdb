import { contract } from "@manabiya/contract";
import { afterEach, expect, test } from "vitest";
import { hashPassword } from "../accounts/passwords/password.ts";
import { PASSWORD } from "../../test/testing/account-calls.ts";
import { CARDS, checkout, create, deliverAll, pay, useBillingApp } from "../../test/testing/billing-app.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { customerOf, customerRow, seenAs } from "../../test/testing/billing-state.ts";
import { createBilling } from "./provider/provider.ts";
import { reconcileHourly } from "./sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.profile;

afterEach(() => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
});

async function subscriber(given: Parameters<typeof t.member>[0] = {}): Promise<Member> {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD), ...given });
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  return member;
}

const leave = (member: Member) => member.call(calls.remove, { password: PASSWORD });

const statusesOf = async (customer: string) =>
  (await t.stripe.subscriptions.list({ customer, status: "all" })).data.map(({ status }) => status);

async function emailAtProvider(customer: string) {
  const found = await t.stripe.customers.retrieve(customer);
  return found.deleted ? null : found.email;
}

test("closing the account ends charges, and later events change nothing", async () => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  expect((await leave(member)).statusCode).toBe(200);
  expect(await statusesOf(customer)).toEqual(["canceled"]);
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "inactive", plan: "none", watches: false });
});

test("erases a closed account's address at the provider, hourly after an outage", async () => {
  const closeable = async () => {
    const member = await subscriber();
    const customer = await customerOf(t, member);
    await t.stripe.customers.update(customer, { name: "山田太郎", phone: "090-0000-0000" });
    return { member, customer };
  };
  const seen = async (customer: string) => {
    const found = await t.stripe.customers.retrieve(customer);
    return found.deleted ? "deleted" : [found.email, found.name ?? null, found.phone ?? null];
  };
  const at = await closeable();
  expect((await leave(at.member)).statusCode).toBe(200);
  await expect.poll(() => seen(at.customer)).toEqual([null, null, null]);
  const later = await closeable();
  // Ending the subscription succeeds; the update of the address fails.
  t.sandbox.failures.add({ mode: "down", call: `POST /v1/customers/${later.customer}` });
  expect((await leave(later.member)).statusCode).toBe(200);
  t.sandbox.failures.clear();
  await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
  expect(await seen(later.customer)).toEqual([null, null, null]);

  // A customer that was deleted there needs no further updates.
  const gone = await closeable();
  t.sandbox.failures.add({ mode: "down", call: `POST /v1/customers/${gone.customer}` });
  expect((await leave(gone.member)).statusCode).toBe(200);
  t.sandbox.failures.clear();
  await t.stripe.customers.del(gone.customer);
  await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
  expect((await customerRow(t, gone.member)).email).toBe(`closed-${gone.member.id}@invalid.example`);
});

test("does not close an account whose subscription cannot be ended", async () => {
  const member = await subscriber();
  t.sandbox.failures.add({ mode: "down" });
  const response = await leave(member);
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ error: "退会の手続きに失敗しました。もう一度お試しください。" });
  const { rows } = await t.db.query({ text: `select * from users where id = $1`, values: [member.id] });
  expect(rows[0]).toMatchObject({ closed_at: null, email: member.email, subscription_status: "active" });
  t.sandbox.failures.clear();
  expect((await leave(member)).statusCode).toBe(200);
});

test("a checkout parallel to closing the account is refused with 401", async () => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  const isLocked = async () => (await customerRow(t, member)).lock_token !== null;
  t.sandbox.failures.add({ mode: "slow", ms: 500, times: 1, call: "GET /v1/checkout/sessions" });
  const left = leave(member);
  await expect.poll(isLocked, { interval: 5 }).toBe(true);
  const [{ statusCode }, begun] = await Promise.all([left, create(member, "monthly")]);
  expect([statusCode, begun.statusCode]).toEqual([200, 401]);
  const open = await t.stripe.checkout.sessions.list({ customer, status: "open" });
  expect([open.data, await statusesOf(customer)]).toEqual([[], ["canceled"]]);
});

test("the last administrator keeps the subscription when closing is refused", async () => {
  const member = await subscriber({ is_superuser: true });
  const response = await leave(member);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ type: "last_administrator" });
  expect(await statusesOf(await customerOf(t, member))).toEqual(["active"]);
});

test("updates the address at the provider at once, or hourly after an outage", async () => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  expect(await emailAtProvider(customer)).toBe(member.email);
  const change = (email: string) => member.call(calls.update, { username: "会員", email });
  expect((await change("new-address@example.com")).statusCode).toBe(200);
  await expect.poll(() => emailAtProvider(customer)).toBe("new-address@example.com");

  await expect.poll(async () => (await customerRow(t, member)).email).toBe("new-address@example.com");
  t.sandbox.failures.add({ mode: "down" });
  expect((await change("newest-address@example.com")).statusCode).toBe(200);
  t.sandbox.failures.clear();
  await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
  expect(await emailAtProvider(customer)).toBe("newest-address@example.com");
});
