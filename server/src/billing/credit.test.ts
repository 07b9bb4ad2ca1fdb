import { contract } from "@manabiya/contract";
import { beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/passwords/password.ts";
import { PASSWORD } from "../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp } from "../../test/testing/billing-app.ts";
import { alertsWith, booksOf, customerOf } from "../../test/testing/billing-state.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { mailsTo } from "../../test/testing/mails.ts";

const t = useBillingApp();
const calls = contract.subscription;

beforeAll(() => {
  t.clock.ms = Date.parse("2027-04-01T00:00:00Z");
});

const previewOf = async (member: Member, plan: string) => {
  const url = `${contract.checkout.preview.url}?plan_type=${plan}`;
  return (await member.call({ method: "GET", url })).json<Record<string, unknown>>();
};

const creditOf = async (member: Member) => (await member.call(calls.get)).json<{ credit: number }>().credit;

/** A member with a credit of 14,850 yen and a running monthly plan. */
async function creditor(): Promise<Member> {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
  pay(t, await checkout(member, "yearly"), CARDS.good);
  await deliverAll(t);
  await member.call(calls.changePlan, { new_plan: "monthly" });
  await deliverAll(t);
  return member;
}

/** The contract has ended; the credit remains. */
async function ended(): Promise<Member> {
  const member = await creditor();
  await member.call(calls.cancel);
  advance(t, { days: 32 });
  await deliverAll(t);
  return member;
}

test("a credit is shown after the contract's end, and to nobody without one", async () => {
  const member = await ended();
  expect((await member.call(calls.get)).json()).toMatchObject({ subscription: null, credit: 14_850 });
  expect(await creditOf(await t.member())).toBe(0);
});

test("a new purchase is previewed with the credit, and charges exactly that", async () => {
  const member = await ended();
  const at = t.clock.now();
  const later = (months: number) => {
    const date = new Date(at);
    date.setUTCMonth(date.getUTCMonth() + months);
    return `${date.toISOString().slice(0, 19)}.000Z`;
  };
  expect(await previewOf(member, "monthly")).toEqual({
    plan: "monthly",
    price: 1650,
    tax: 150,
    charged_today: 0,
    credit_used: 1650,
    credit: 13_200,
    next_charge_at: later(1),
    next_charge: 0,
    first_due_at: later(9),
    first_due: 1650,
    coupon: null,
  });
  expect(await previewOf(member, "yearly")).toMatchObject({
    charged_today: 1650,
    credit_used: 14_850,
    credit: 0,
    next_charge: 16_500,
    first_due_at: later(12),
  });
  const before = (await booksOf(t, member)).charged;
  pay(t, await checkout(member, "yearly"), CARDS.good);
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([...before, 1650]);
  expect(await creditOf(member)).toBe(0);
});

test("a purchase is previewed for a member who is no customer yet", async () => {
  expect(await previewOf(await t.member(), "monthly")).toMatchObject({
    price: 1650,
    charged_today: 1650,
    credit_used: 0,
    credit: 0,
    next_charge: 1650,
    first_due: 1650,
  });
});

test("a purchase is previewed for a member whose customer was deleted at the provider", async () => {
  const member = await ended();
  await t.stripe.customers.del(await customerOf(t, member));
  expect(await previewOf(member, "monthly")).toMatchObject({ charged_today: 1650, credit_used: 0 });
});

test.each([
  ["2027-02-28T20:00:00Z", "2027-03-28T20:00:00.000Z"],
  ["2027-01-30T20:00:00Z", "2027-02-28T20:00:00.000Z"],
  ["2027-01-31T10:00:00Z", "2027-02-28T10:00:00.000Z"],
])("a monthly purchase at %s is previewed with the provider's renewal at %s", async (now, renewal) => {
  const before = t.clock.ms;
  t.clock.ms = Date.parse(now);
  const member = await t.member();
  expect(await previewOf(member, "monthly")).toMatchObject({ next_charge_at: renewal, first_due_at: renewal });
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  expect((await member.call(calls.get)).json()).toMatchObject({ subscription: { next_charge_at: renewal } });
  t.clock.ms = before;
});

test("a charge below 50 yen is previewed as part of the next one, as the provider charges it", async () => {
  const member = await ended();
  const customer = await customerOf(t, member);
  // 1,620 yen of credit remain after the first period, which leaves 30 yen of the second.
  await t.stripe.customers.createBalanceTransaction(customer, { amount: 14_850 - 3270, currency: "jpy" });
  const preview = await previewOf(member, "monthly");
  expect(preview).toMatchObject({ charged_today: 0, credit: 1620, next_charge: 0, first_due: 1680 });
  const before = (await booksOf(t, member)).charged;
  pay(t, await checkout(member, "monthly"), CARDS.good);
  advance(t, { days: 31, minutes: 61 });
  expect((await booksOf(t, member)).charged).toEqual(before);
  advance(t, { days: 31 });
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([...before, 1680]);
});

test("the mails at 解約 and at the end name the credit and what becomes of it", async () => {
  const member = await ended();
  const sentence =
    "残高14,850円は、次にお申し込みいただいたときのお支払いに充てられます。払い戻しをご希望の場合は、お問い合わせください。";
  const mails = await mailsTo(t.db, member.email);
  for (const subject of ["解約のお手続きが完了しました", "ご契約が終了しました"]) {
    expect(mails.find((mail) => mail.subject.endsWith(subject))?.text).toContain(sentence);
  }
});

test("退会 with a credit asks staff to refund it, and 退会 without one does not", async () => {
  const member = await creditor();
  const customer = await customerOf(t, member);
  expect((await member.call(contract.profile.remove, { password: "wrong-password-1" })).statusCode).toBe(400);
  expect(await alertsWith(t, "about", customer)).toEqual([]);
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  expect(await alertsWith(t, "about", customer)).toEqual([
    { kind: "credit_to_refund", about: customer, user_id: member.id, amount: 14_850 },
  ]);
  const other = await t.member({ password_hash: await hashPassword(PASSWORD) });
  pay(t, await checkout(other, "monthly"), CARDS.good);
  await deliverAll(t);
  await other.call(contract.profile.remove, { password: PASSWORD });
  expect(await alertsWith(t, "user_id", other.id)).toEqual([]);
});
