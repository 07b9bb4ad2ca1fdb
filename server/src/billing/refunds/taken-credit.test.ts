import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { MemberCredit, Payment } from "@manabiya/contract/staff/members/payments.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { alertsWith, customerOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp();
const calls = contract.subscription;
const { list, credit, refund } = contract.adminPayments;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

async function yearly(): Promise<Member> {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
  pay(t, await checkout(member, "yearly"), CARDS.good);
  await deliverAll(t);
  return member;
}

async function toMonthly(member: Member) {
  const answer = await member.call(calls.changePlan, { new_plan: "monthly" });
  await deliverAll(t);
  return answer;
}

/** A member whose payment of 16,500 yen became a month and a credit of 14,850 yen. */
async function creditor(): Promise<Member> {
  const member = await yearly();
  expect((await toMonthly(member)).statusCode).toBe(200);
  return member;
}

const creditOf = async (member: Member) => (await member.call(calls.get)).json<{ credit: number }>().credit;
const paymentsOf = async ({ id }: Member) => (await me.call(list, { id })).json<Payment[]>();
const historyOf = async ({ id }: Member) => (await me.call(credit, { id })).json<MemberCredit>();

/** Of the payment of the year. */
async function chargeOf(member: Member): Promise<string> {
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member), limit: 100 });
  return data.find(({ amount }) => amount === 16_500)?.id ?? "";
}

async function yearOf(member: Member): Promise<Payment> {
  const found = (await paymentsOf(member)).find(({ amount }) => amount === 16_500);
  if (!found) throw new Error("the member has no payment of a year");
  return found;
}

async function refundOnScreen(member: Member, amount: number, takes_credit: boolean) {
  const { invoice, refunded } = await yearOf(member);
  const body = {
    invoice,
    refunded,
    amount,
    takes_credit,
    ends_access: false,
    request_id: randomUUID(),
    reason: "返金",
  };
  return me.call(refund, { id: member.id }, body);
}

async function refundInDashboard(member: Member, amount: number): Promise<void> {
  await t.stripe.refunds.create({ charge: await chargeOf(member), amount });
  await deliverAll(t);
}

/** Credits a part of the year to the balance, as the dashboard can. */
async function credited(member: Member, amount: number): Promise<void> {
  const { invoice } = await yearOf(member);
  await t.stripe.creditNotes.create({ invoice, amount, credit_amount: amount });
  await deliverAll(t);
}

async function dispute(member: Member, outcome: "lost" | "won" | null): Promise<string> {
  const { id } = t.sandbox.simulate.dispute(await chargeOf(member));
  if (outcome !== null) t.sandbox.simulate.closeDispute(id, outcome);
  await deliverAll(t);
  return id;
}

test("a payment's unused credit is not refundable besides, and the screen shows both", async () => {
  const member = await creditor();
  expect(await yearOf(member)).toMatchObject({ refundable: 1650, credit: 14_850 });
  const refused = await refundOnScreen(member, 1651, false);
  expect(refused.json()).toMatchObject({ fields: { amount: ["返金できるのは1,650円までです。"] } });
  expect((await refundOnScreen(member, 1650, false)).statusCode).toBe(200);
  expect(await creditOf(member)).toBe(14_850);
  expect(await yearOf(member)).toMatchObject({ refundable: 0, credit: 14_850, refunded: 1650 });
});

test("a refund that takes the credit leaves what it did not need", async () => {
  const member = await creditor();
  expect((await refundOnScreen(member, 16_501, true)).json()).toMatchObject({
    fields: { amount: ["返金できるのは16,500円までです。"] },
  });
  expect((await refundOnScreen(member, 10_000, true)).json()).toMatchObject([
    { refunded: 10_000, refundable: 0, credit: 6500 },
  ]);
  expect(await creditOf(member)).toBe(6500);
  expect(await historyOf(member)).toMatchObject({
    credit: 6500,
    entries: [
      { cause: "taken_back", amount: -8350, number: (await yearOf(member)).number },
      { cause: "change", amount: 14_850 },
    ],
  });
});

describe("what went back outside our screen takes the payment's credit first", () => {
  test.each<[string, (member: Member) => Promise<unknown>, number]>([
    ["all of it in the dashboard", (member) => refundInDashboard(member, 16_500), 0],
    ["the credit in the dashboard", (member) => refundInDashboard(member, 14_850), 0],
    ["a part in the dashboard", (member) => refundInDashboard(member, 5000), 9850],
    ["one yen in the dashboard", (member) => refundInDashboard(member, 1), 14_849],
    ["a lost dispute", (member) => dispute(member, "lost"), 0],
    ["a won dispute", (member) => dispute(member, "won"), 14_850],
    ["an open dispute", (member) => dispute(member, null), 14_850],
  ])("%s", async (_name, give, left) => {
    const member = await creditor();
    await give(member);
    expect(await creditOf(member)).toBe(left);
    await deliverAll(t);
    await Promise.all([creditOf(member), creditOf(member), creditOf(member)]);
    expect(await creditOf(member)).toBe(left);
    expect((await historyOf(member)).entries).toHaveLength(left === 14_850 ? 1 : 2);
  });

  test("of a month that credit paid nothing is taken, and used credit is gone", async () => {
    const member = await creditor();
    advance(t, { days: 62 });
    await deliverAll(t);
    me = await staffCalls(t).superuser();
    const left = await creditOf(member);
    expect(left).toBe(14_850 - 2 * 1650);
    await refundInDashboard(member, 16_500);
    expect(await creditOf(member)).toBe(0);
    expect((await historyOf(member)).entries.map(({ cause, amount }) => [cause, amount])).toEqual([
      ["taken_back", -left],
      ["used", -1650],
      ["used", -1650],
      ["change", 14_850],
    ]);
  });
});

test("credit of a refunded payment is given only as far as something is left, as the preview says", async () => {
  const member = await yearly();
  expect((await refundOnScreen(member, 5000, false)).statusCode).toBe(200);
  const url = `${calls.previewChange.url}?new_plan=monthly`;
  const preview = (await member.call({ method: "GET", url })).json<{ credit: number; unused: number }>();
  expect(preview).toMatchObject({ credit: 11_500, charged_today: 0 });
  await toMonthly(member);
  expect(await creditOf(member)).toBe(11_500);
  expect(await yearOf(member)).toMatchObject({ refundable: 0, credit: 11_500 });
});

test("a note to the balance and a refund in the dashboard leave the rest alone to refund", async () => {
  const member = await yearly();
  await credited(member, 5500);
  await refundInDashboard(member, 3000);
  expect(await yearOf(member)).toMatchObject({ refunded: 3000, refundable: 8000, credit: 0 });
  expect((await refundOnScreen(member, 8001, true)).statusCode).toBe(400);
  expect((await refundOnScreen(member, 8000, true)).statusCode).toBe(200);
  expect(await creditOf(member)).toBe(5500);
});

test("a note to the balance and a change of plan never give more than was paid", async () => {
  const member = await yearly();
  await credited(member, 5500);
  await toMonthly(member);
  expect(await creditOf(member)).toBe(16_500);
  await refundInDashboard(member, 16_500);
  expect(await creditOf(member)).toBe(0);
});

test("a note's credit is taken once, as far as a refund in the dashboard gives too much", async () => {
  const member = await yearly();
  await credited(member, 5500);
  await refundInDashboard(member, 13_000);
  await deliverAll(t);
  expect([await creditOf(member), await creditOf(member)]).toEqual([3500, 3500]);
});

test("credit that pays a year and comes back still belongs to the first payment", async () => {
  const member = await creditor();
  await member.call(calls.changePlan, { new_plan: "yearly" });
  await deliverAll(t);
  await toMonthly(member);
  const payments = await paymentsOf(member);
  const paid = payments.reduce((yen, { amount }) => yen + amount, 0);
  const left = await creditOf(member);
  expect(payments.reduce((yen, payment) => yen + payment.credit, 0)).toBe(left);
  expect(payments.reduce((yen, { refundable }) => yen + refundable, 0)).toBe(paid - left);
  await dispute(member, "lost");
  expect(await creditOf(member)).toBe(left - (payments.find(({ amount }) => amount === 16_500)?.credit ?? 0));
});

describe("while a bank decides about a payment", () => {
  test.each(["monthly", "yearly"] as const)(
    "a change of plan to %s waits, and goes on when it is won",
    async (plan) => {
      const member = plan === "monthly" ? await yearly() : await creditor();
      const id = await dispute(member, null);
      const answer = await member.call(calls.changePlan, { new_plan: plan });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        type: "payment_disputed",
        error: expect.stringContaining("カード会社が確認している") as string,
      });
      const url = `${calls.previewChange.url}?new_plan=${plan}`;
      expect((await member.call({ method: "GET", url })).json()).toMatchObject({ type: "payment_disputed" });
      t.sandbox.simulate.closeDispute(id, "won");
      await deliverAll(t);
      expect((await member.call(calls.changePlan, { new_plan: plan })).statusCode).toBe(200);
    },
  );

  test.each([
    ["open", null, []],
    ["lost", "lost", []],
    ["won", "won", [14_850]],
  ] as const)("退会 with a dispute that is %s asks to pay out %j", async (_name, outcome, amounts) => {
    const member = await creditor();
    await dispute(member, outcome);
    expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
    const asked = (await alertsWith(t, "user_id", member.id)).filter(({ kind }) => kind === "credit_to_refund");
    expect(asked.map(({ amount }) => amount)).toEqual(amounts);
  });
});

test("a dispute about something that we did not sell stops no change of plan", async () => {
  const member = await yearly();
  const customer = await customerOf(t, member);
  const { id: product } = await t.stripe.products.create({ name: "研修" });
  const price = await t.stripe.prices.create({ product, currency: "jpy", unit_amount: 110_000 });
  t.sandbox.simulate.sellOnce(customer, price.id, CARDS.good);
  const { data } = await t.stripe.charges.list({ customer, limit: 100 });
  t.sandbox.simulate.dispute(data.find(({ amount }) => amount === 110_000)?.id ?? "");
  await deliverAll(t);
  expect((await toMonthly(member)).statusCode).toBe(200);
});
