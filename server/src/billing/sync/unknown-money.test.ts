import { contract } from "@manabiya/contract";
import type { StaffAlert } from "@manabiya/contract/staff/alerts.ts";
import { beforeEach, describe, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  create,
  deliverAll,
  dropAll,
  pay,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { alertsWith, booksOf, customerOf, latestOf, seenAs } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { createBilling } from "../provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "./reconcile.ts";

const t = useBillingApp();
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
const { list, connect } = contract.adminAlerts;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

/** Sells our monthly plan in the dashboard to a customer with an address. @returns the customer */
async function soldTo(email: string, product?: string): Promise<string> {
  const { id: customer } = await t.stripe.customers.create({ email });
  const card = await t.stripe.paymentMethods.attach("pm_card_visa", { customer });
  const lookup = await t.stripe.prices.list({ lookup_keys: ["manabiya_monthly"], limit: 1 });
  const recurring = { interval: "month" } as const;
  const price =
    product === undefined
      ? (lookup.data[0]?.id ?? "")
      : (await t.stripe.prices.create({ product, currency: "jpy", unit_amount: 2000, recurring })).id;
  await t.stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card.id });
  return customer;
}

const openAlerts = async () => (await me.call(list)).json<{ results: StaffAlert[] }>().results;

async function alertAbout(member: Pick<Member, "id">, kind: string): Promise<StaffAlert> {
  const found = (await openAlerts()).find((alert) => alert.kind === kind && alert.member?.id === member.id);
  if (!found) throw new Error(`there is no open alert ${kind}`);
  return found;
}

const press = async (id: number) => me.call(connect, { id });

describe("a plan sold to a customer whom we do not know, with a member's address", () => {
  test.each<[string, (email: string) => string, () => Promise<unknown>]>([
    ["its event", (email) => email, () => deliverAll(t)],
    ["the address in capitals", (email) => email.toUpperCase(), () => deliverAll(t)],
    [
      "the nightly job, after lost events",
      (email) => email,
      async () => {
        dropAll(t);
        await reconcileNightly(billing());
      },
    ],
  ])("is told to staff by %s, and one press lets the member watch", async (_name, addressOf, hear) => {
    const member = await t.member();
    const customer = await soldTo(addressOf(member.email));
    await hear();
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "inactive", watches: false });
    const alert = await alertAbout(member, "unknown_payment");
    expect(alert).toMatchObject({ can_connect: true });
    const answer = await press(alert.id);
    expect(answer.json()).toMatchObject({ can_connect: false, resolved_at: expect.any(String) as string });
    expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "monthly", watches: true });
    expect(await customerOf(t, member)).toBe(customer);
    expect((await press(alert.id)).statusCode).toBe(200);
    expect((await member.call(contract.subscription.cancel)).statusCode).toBe(200);
  });

  test("is never sold a second time, whether an event came or not", async () => {
    const member = await t.member();
    await soldTo(member.email);
    dropAll(t);
    const refused = await create(member, "yearly");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ type: "payment_found" });
    await press((await alertAbout(member, "unknown_payment")).id);
    expect((await create(member, "yearly")).json()).toMatchObject({ type: "already_subscribed" });
    expect((await booksOf(t, member)).live).toHaveLength(1);
  });

  test("that has ended, or is of another product, does not stop a purchase, and nobody is asked", async () => {
    const member = await t.member();
    const ended = await soldTo(member.email);
    for (const { id } of (await t.stripe.subscriptions.list({ customer: ended })).data) {
      await t.stripe.subscriptions.cancel(id);
    }
    const { id: product } = await t.stripe.products.create({ name: "コーチング" });
    await soldTo(member.email, product);
    await deliverAll(t);
    expect((await create(member, "monthly")).statusCode).toBe(200);
    expect(await alertsWith(t, "user_id", member.id)).toEqual([]);
  });

  test("is not connected to a member who has a running contract, and keeps both as they are", async () => {
    const member = await t.member();
    const customer = await soldTo(member.email);
    await deliverAll(t);
    const { id } = await alertAbout(member, "unknown_payment");
    await t.stripe.customers.update(customer, { email: "other@example.com" });
    await t.db.query({ text: `update staff_alerts set resolved_at = now() where id = $1`, values: [id] });
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    const answer = await press(id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ type: "connect_conflict" });
    expect((await booksOf(t, member)).statuses).toEqual(["active"]);
    expect((await t.stripe.subscriptions.list({ customer })).data).toMatchObject([{ status: "active" }]);
  });

  test("replaces an ended customer, whose receipts stay", async () => {
    const member = await t.member();
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    await t.stripe.subscriptions.cancel((await latestOf(t, member)).id);
    await soldTo(member.email);
    await deliverAll(t);
    await press((await alertAbout(member, "unknown_payment")).id);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    const { documents } = (await member.call(contract.receipts.list)).json<{ documents: object[] }>();
    expect(documents).toHaveLength(2);
  });
});

test("only the right to money connects, and an alert of another kind is refused", async () => {
  const member = await t.member();
  await soldTo(member.email);
  await deliverAll(t);
  const { id } = await alertAbout(member, "unknown_payment");
  for (const role of [await staffCalls(t).staff(), await staffCalls(t).withRights({ may_see_members: true })]) {
    expect((await role.call(connect, { id })).statusCode).toBe(403);
  }
  await t.db.query({ text: `update staff_alerts set kind = 'dispute' where id = $1`, values: [id] });
  expect((await press(id)).statusCode).toBe(409);
  expect((await press(999_999)).statusCode).toBe(404);
});

describe("a customer who is deleted at the provider", () => {
  test.each(["monthly", "yearly"] as const)(
    "keeps the receipts of the %s plan, and all hear of the end",
    async (plan) => {
      const member = await t.member();
      pay(t, await checkout(member, plan), CARDS.good);
      await deliverAll(t);
      const customer = await customerOf(t, member);
      const before = (await member.call(contract.receipts.list)).json<{ documents: object[] }>();
      await t.stripe.customers.del(customer);
      await deliverAll(t);
      expect(await seenAs(t, member)).toMatchObject({ watches: false });
      expect((await member.call(contract.receipts.list)).json()).toMatchObject({ documents: before.documents });
      expect((await member.call(contract.subscription.get)).json()).toMatchObject({ has_invoices: true });
      const payments = (await me.call(contract.adminPayments.list, { id: member.id })).json<object[]>();
      expect(payments).toMatchObject([{ amount: plan === "yearly" ? 16_500 : 1650, refundable: 0 }]);
      expect(await alertsWith(t, "about", customer)).toMatchObject([{ kind: "customer_deleted", user_id: member.id }]);
      expect((await mailsTo(t.db, member.email)).map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining("ご契約が終了しました"),
      );
      pay(t, await checkout(member, "monthly"), CARDS.good);
      await deliverAll(t);
      expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
      const after = (await member.call(contract.receipts.list)).json<{ documents: object[] }>();
      expect(after.documents).toHaveLength(2);
    },
  );
});

describe("an imported member who pays by a product that is not marked as ours", () => {
  async function imported(): Promise<{ member: Member; product: string; customer: string }> {
    const member = await t.member({ subscription_status: "active", subscription_plan: "monthly" });
    const { id: product } = await t.stripe.products.create({ name: "旧サイトの月額プラン" });
    const customer = await soldTo(member.email, product);
    await t.db.query({
      text: `insert into stripe_customers (user_id, customer_id) values ($1, $2)`,
      values: [member.id, customer],
    });
    dropAll(t);
    return { member, product, customer };
  }

  test("watches on, is asked about once per product, and after one press has the contract here", async () => {
    const { member, product } = await imported();
    await reconcileHourly(billing());
    await reconcileHourly(billing());
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    const alert = await alertAbout(member, "unknown_product");
    expect(alert.message).toContain("旧サイトの月額プラン");
    expect((await create(member, "monthly")).json()).toMatchObject({ type: "subscription_unclear" });
    expect((await member.call(contract.subscription.cancel)).statusCode).toBe(409);
    expect((await press(alert.id)).statusCode).toBe(200);
    expect(await t.stripe.products.retrieve(product)).toMatchObject({ metadata: { manabiya: "connected" } });
    advance(t, { minutes: 6 });
    await reconcileHourly(billing());
    expect((await member.call(contract.subscription.cancel)).statusCode).toBe(200);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", cancels: true });
  });

  test("can buy our plan after staff said that the product is another one", async () => {
    const { member } = await imported();
    await reconcileHourly(billing());
    const { id } = await alertAbout(member, "unknown_product");
    await me.call(contract.adminAlerts.resolve, { id }, { is_resolved: true });
    expect((await create(member, "monthly")).statusCode).toBe(200);
    expect((await create(member, "monthly")).statusCode).toBe(200);
  });

  async function mirrored() {
    const given = await imported();
    const [contractNow] = (await t.stripe.subscriptions.list({ customer: given.customer })).data;
    await t.db.query({
      text: `insert into subscriptions (user_id, subscription_id, status, plan, cancel_at_period_end, payment_failed, synced_at)
             values ($1, $2, 'active', 'monthly', false, false, now())`,
      values: [given.member.id, contractNow?.id ?? ""],
    });
    await reconcileHourly(billing());
    return given;
  }

  test("of an earlier release keeps the contract while staff have not answered, and after they connected it", async () => {
    const { member } = await mirrored();
    const { id } = await alertAbout(member, "unknown_product");
    expect((await press(id)).statusCode).toBe(200);
    // The list of our products is a few minutes old, and then read again.
    for (const minutes of [0, 6]) {
      advance(t, { minutes });
      await reconcileNightly(billing());
      expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    }
    expect((await member.call(contract.subscription.cancel)).statusCode).toBe(200);
  });

  test("of an earlier release is released after staff said that the product is another one", async () => {
    const { member, customer } = await mirrored();
    const { id, message } = await alertAbout(member, "unknown_product");
    expect(message).toContain("このサイトの商品でなければ、対応済みにしてください。");
    await me.call(contract.adminAlerts.resolve, { id }, { is_resolved: true });
    await reconcileNightly(billing());
    expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
    const of = (await t.stripe.subscriptions.list({ customer })).data;
    expect(of).toMatchObject([{ status: "active", cancel_at_period_end: false }]);
    expect((await member.call(contract.subscription.cancel)).statusCode).toBe(409);
    pay(t, await checkout(member, "monthly"), CARDS.good);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect((await t.stripe.subscriptions.list({ customer })).data).toHaveLength(2);
  });

  test("of an earlier release, which synced the contract, keeps it and can still end it", async () => {
    const { member, customer } = await mirrored();
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect(await alertAbout(member, "unknown_product")).toMatchObject({ can_connect: true });
    expect((await member.call(contract.subscription.cancel)).statusCode).toBe(200);
    expect((await t.stripe.subscriptions.list({ customer })).data).toMatchObject([{ cancel_at_period_end: true }]);
  });
});
