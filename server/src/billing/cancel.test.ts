import { contract } from "@manabiya/contract";
import { expect, test } from "vitest";
import { advance, CARDS, checkout, deliverAll, dropAll, pay, useBillingApp } from "../../test/testing/billing-app.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { booksOf, latestOf, seenAs, subjectsTo } from "../../test/testing/billing-state.ts";
import { mailsTo } from "../../test/testing/mails.ts";

const t = useBillingApp();
const calls = contract.subscription;

async function subscriber(): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  return member;
}

test("cancelling keeps access to the end of the paid period, and a second call changes nothing", async () => {
  const member = await subscriber();
  const { ends } = await seenAs(t, member);
  for (let time = 0; time < 2; time++) {
    const response = await member.call(calls.cancel);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: "解約のお手続きが完了しました。" });
  }
  const canceled = { status: "active", plan: "monthly", ends, cancels: true, watches: true };
  expect(await seenAs(t, member)).toEqual(canceled);
  expect((await latestOf(t, member)).cancel_at_period_end).toBe(true);
  const details = await member.call(calls.get);
  expect(details.json()).toMatchObject({ subscription: { next_charge: null, next_charge_at: null } });

  t.clock.ms = Date.parse(ends ?? "") - 1000;
  t.sandbox.clock.settle();
  await deliverAll(t);
  expect(await seenAs(t, member)).toEqual(canceled);

  t.clock.ms += 2000;
  // No event arrived yet; access ends all the same.
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: false });
  t.sandbox.clock.settle();
  await deliverAll(t);
  expect(await seenAs(t, member)).toEqual({ ...canceled, status: "canceled", cancels: false, watches: false });
  expect((await booksOf(t, member)).charged).toEqual([1650]);
  expect(await subjectsTo(t, member)).toEqual([
    "月額プランのお申し込みが完了しました",
    "解約のお手続きが完了しました",
    "ご契約が終了しました",
  ]);
});

test("a cancellation can be undone before the end, and the subscription renews", async () => {
  const member = await subscriber();
  await member.call(calls.cancel);
  advance(t, { days: 20 });
  const response = await member.call(calls.undoCancel);
  expect(response.json()).toEqual({ message: "解約を取り消しました。" });
  expect(await seenAs(t, member)).toMatchObject({ status: "active", cancels: false, watches: true });
  expect((await member.call(calls.undoCancel)).statusCode).toBe(200);
  advance(t, { days: 15 });
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([1650, 1650]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

test("each cancellation sends an email with the end of access", async () => {
  const member = await subscriber();
  const { ends } = await seenAs(t, member);
  for (const call of [calls.cancel, calls.undoCancel, calls.cancel]) {
    advance(t, { minutes: 1 });
    await member.call(call);
    await deliverAll(t);
  }
  const mails = await mailsTo(t.db, member.email);
  const confirmations = mails.filter(({ subject }) => subject.endsWith("解約のお手続きが完了しました"));
  expect(confirmations).toHaveLength(2);
  const lastDay = new Date(ends ?? "").toLocaleDateString("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
  expect(confirmations[0]?.text).toContain(`${lastDay}までは、これまでどおりすべての動画をご覧いただけます。`);
});

test("returns 409 one second after the end", async () => {
  const member = await subscriber();
  await member.call(calls.cancel);
  const { ends } = await seenAs(t, member);
  t.clock.ms = Date.parse(ends ?? "") + 1000;
  t.sandbox.clock.settle();
  dropAll(t);
  for (const call of [calls.undoCancel, calls.cancel]) {
    const response = await member.call(call);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ type: "no_subscription", error: "ご契約中のプランがありません。" });
  }
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["canceled"], charged: [1650] });
});

test("a returning member gets a new subscription as the same customer", async () => {
  const member = await subscriber();
  await member.call(calls.cancel);
  advance(t, { days: 40 });
  await deliverAll(t);
  pay(t, await checkout(member, "yearly"), CARDS.good);
  await deliverAll(t);
  const end = new Date(t.clock.now());
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  expect(await seenAs(t, member)).toMatchObject({
    status: "active",
    plan: "yearly",
    ends: end.toISOString(),
    watches: true,
  });
  expect(await booksOf(t, member)).toMatchObject({ statuses: ["active", "canceled"], charged: [1650, 16_500] });
});

test("a member without a subscription has nothing to cancel and no invoices", async () => {
  const member = await t.member();
  expect((await member.call(calls.cancel)).statusCode).toBe(409);
  const portal = await member.call(calls.customerPortal, { return_url: "http://localhost:3000/profile" });
  expect(portal.statusCode).toBe(409);
  expect((await member.call(calls.get)).json()).toEqual({
    subscription: null,
    unpaid_bill: null,
    awaited_bill: null,
    pending_change: null,
    credit: 0,
    has_invoices: false,
  });
});

test("opens the portal, and refuses a return address on another origin", async () => {
  const member = await subscriber();
  const portal = await member.call(calls.customerPortal, { return_url: "http://localhost:3000/profile" });
  expect(portal.json()).toEqual({ url: expect.stringContaining("/portal/") });
  const away = await member.call(calls.customerPortal, { return_url: "https://evil.example/" });
  expect(away.statusCode).toBe(400);
  expect(away.json()).toMatchObject({ fields: { return_url: ["このサイトのURLを指定してください。"] } });
});
