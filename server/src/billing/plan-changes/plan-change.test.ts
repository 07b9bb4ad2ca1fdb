import { contract } from "@manabiya/contract";
import { beforeAll, describe, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  dropAll,
  pay,
  payInvoice,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import type { BillingApp, Member } from "../../../test/testing/billing-types.ts";
import { booksOf, customerOf, latestOf, seenAs } from "../../../test/testing/billing-state.ts";
import { mailsTo } from "../../../test/testing/mails.ts";

const t = useBillingApp();
const calls = contract.subscription;

/** A month of 30 days. */
beforeAll(() => {
  t.clock.ms = Date.parse("2027-04-01T00:00:00Z");
});

async function subscriber(plan: "monthly" | "yearly", app: BillingApp = t): Promise<Member> {
  const member = await app.member();
  pay(app, await checkout(member, plan), CARDS.good);
  await deliverAll(app);
  return member;
}

const change = (member: Member, new_plan: string) => member.call(calls.changePlan, { new_plan });
const complete = (member: Member, session_id: string) => member.call(calls.completeChange, { session_id });

async function preview(member: Member, to: string) {
  const url = `${calls.previewChange.url}?new_plan=${to}`;
  return (await member.call({ method: "GET", url })).json<Record<string, unknown>>();
}

async function balanceOf(member: Member): Promise<number> {
  const customer = await t.stripe.customers.retrieve(await customerOf(t, member));
  if (customer.deleted) throw new Error("the customer was deleted");
  return customer.balance;
}

test("monthly to yearly on day 15 of 30 charges 15,675 yen", async () => {
  const member = await subscriber("monthly");
  advance(t, { days: 15 });
  expect(await preview(member, "yearly")).toMatchObject({
    from_plan: "monthly",
    to_plan: "yearly",
    charged_today: 15_675,
    unused: 825,
    credit: 0,
    next_charge: 16_500,
    next_charge_at: new Date(Date.parse("2028-04-16T00:00:00Z")).toISOString(),
  });
  expect((await change(member, "yearly")).json()).toEqual({ success: true });
  expect(await seenAs(t, member)).toEqual({
    status: "active",
    plan: "yearly",
    ends: "2028-04-16T00:00:00.000Z",
    cancels: false,
    watches: true,
  });
  expect((await booksOf(t, member)).charged).toEqual([1650, 15_675]);
  expect(await balanceOf(member)).toBe(0);
  const last = await member.call(calls.lastChange);
  expect(last.json()).toMatchObject({ change: { from_plan: "monthly", to_plan: "yearly" } });
});

test("yearly to monthly on day 0 charges nothing and leaves a credit of 14,850 yen", async () => {
  const member = await subscriber("yearly");
  const at = new Date(t.clock.now());
  const later = (months: number) => {
    const date = new Date(at);
    date.setUTCMonth(date.getUTCMonth() + months);
    return date.toISOString();
  };
  expect(await preview(member, "monthly")).toEqual({
    from_plan: "yearly",
    to_plan: "monthly",
    charged_today: 0,
    unused: 16_500,
    proration_date: Math.floor(t.clock.now() / 1000),
    credit: 14_850,
    next_charge: 0,
    next_charge_at: later(1),
    first_due: 1650,
    first_due_at: later(10),
    at_period_end: {
      credit: 0,
      next_charge: 1650,
      next_charge_at: later(12),
      first_due: 1650,
      first_due_at: later(12),
    },
  });
  expect((await change(member, "monthly")).json()).toEqual({ success: true });
  expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", ends: later(1), watches: true });
  expect(await balanceOf(member)).toBe(-14_850);
  const details = await member.call(calls.get);
  expect(details.json()).toMatchObject({
    subscription: { plan: "monthly", next_charge: 0, credit: 14_850, card: { brand: "visa", last4: "4242" } },
    pending_change: null,
    has_invoices: true,
  });
});

test("sends one email with the new price and renewal date", async () => {
  const member = await subscriber("monthly");
  advance(t, { days: 3 });
  await change(member, "yearly");
  await deliverAll(t);
  const { ends } = await seenAs(t, member);
  const mails = await mailsTo(t.db, member.email);
  const found = mails.filter(({ subject }) => subject.endsWith("プランの変更が完了しました"));
  expect(found).toHaveLength(1);
  const renewal = new Date(ends ?? "").toLocaleDateString("ja-JP", { dateStyle: "long", timeZone: "Asia/Tokyo" });
  expect(found[0]?.text).toContain(
    `ご契約を年額プランに変更しました。\n\n料金：16,500円（税込）\n次回の更新日：${renewal}`,
  );
});

test("the first charge after a change is that of the preview", async () => {
  const member = await subscriber("yearly");
  const { first_due_at, first_due } = await preview(member, "monthly");
  await change(member, "monthly");
  const due = Date.parse(String(first_due_at));
  t.clock.ms = due - 3_600_000;
  t.sandbox.clock.settle();
  expect((await booksOf(t, member)).charged).toEqual([16_500]);
  t.clock.ms = due + 3_600_000;
  t.sandbox.clock.settle();
  dropAll(t);
  expect((await booksOf(t, member)).charged).toEqual([16_500, first_due]);
});

describe("refused changes", () => {
  test("returns 400 for the current plan", async () => {
    const member = await subscriber("monthly");
    const response = await change(member, "monthly");
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      error: "現在と同じプランが選択されています。",
      fields: { new_plan: ["現在と同じプランが選択されています。"] },
    });
  });

  test("returns 409 without a subscription, during a trial and after the end", async () => {
    const nobody = await t.member();
    const trial = await t.member({ subscription_status: "trial", created_at: t.clock.daysAgo(1) });
    const left = await subscriber("monthly");
    await left.call(calls.cancel);
    advance(t, { days: 31 });
    for (const member of [nobody, trial, left]) {
      const response = await change(member, "yearly");
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ type: "no_subscription" });
    }
    await deliverAll(t);
  });

  test("returns 409 while a cancellation is scheduled", async () => {
    const member = await subscriber("monthly");
    await member.call(calls.cancel);
    const response = await change(member, "yearly");
    expect(response.json()).toMatchObject({ type: "cancel_scheduled" });
    expect((await booksOf(t, member)).charged).toEqual([1650]);
  });

  test("returns 404 for another member's change and for an unknown one", async () => {
    const member = await subscriber("monthly");
    await useCard(t, await customerOf(t, member), CARDS.failsLater);
    const { session_id } = (await change(member, "yearly")).json<{ session_id: string }>();
    const other = await subscriber("monthly");
    for (const id of [session_id, "no-uuid", "00000000-0000-4000-8000-000000000000"]) {
      expect((await complete(other, id)).statusCode).toBe(404);
    }
  });
});

/** A change whose charge was declined. */
async function pendingChange(card: string = CARDS.failsLater) {
  const member = await subscriber("monthly");
  await useCard(t, await customerOf(t, member), card);
  const response = await change(member, "yearly");
  const answer = response.json<{ success: boolean; session_id: string; url: string }>();
  expect(answer).toEqual({ success: false, session_id: expect.any(String), url: expect.stringMatching(/^http/) });
  return { member, ...answer };
}

describe("a card that does not pay the difference", () => {
  test("the old plan continues until another card pays the difference", async () => {
    const { member, session_id, url } = await pendingChange();
    expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", watches: true });
    const early = await complete(member, session_id);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({ type: "payment_pending" });
    expect((await member.call(calls.get)).json()).toMatchObject({
      pending_change: { session_id, from_plan: "monthly", to_plan: "yearly", url },
    });
    await payInvoice(t, member, CARDS.good);
    for (let time = 0; time < 2; time++) {
      const done = await complete(member, session_id);
      expect(done.json()).toEqual({ success: true, from_plan: "monthly", to_plan: "yearly" });
    }
    expect(await seenAs(t, member)).toMatchObject({ plan: "yearly", watches: true });
    expect((await booksOf(t, member)).charged).toEqual([1650, 14_850]);
  });

  test("3-D Secure completes the change when the event arrives first", async () => {
    const { member, session_id } = await pendingChange(CARDS.secure);
    await payInvoice(t, member, CARDS.secure, "authenticated");
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ plan: "yearly" });
    expect((await complete(member, session_id)).statusCode).toBe(200);
  });

  test("a repeated request returns the same pending change", async () => {
    const { member, session_id } = await pendingChange();
    const again = await Promise.all([change(member, "yearly"), change(member, "yearly")]);
    expect(again.map((answer) => answer.json<{ session_id: string }>().session_id)).toEqual([session_id, session_id]);
    await payInvoice(t, member, CARDS.good);
    expect((await booksOf(t, member)).charged).toEqual([1650, 14_850]);
    await deliverAll(t);
  });

  test("a pending change expires after a day without a charge", async () => {
    const { member, session_id } = await pendingChange();
    advance(t, { days: 1 });
    const late = await complete(member, session_id);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ type: "change_expired" });
    expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", watches: true });
    expect((await booksOf(t, member)).charged).toEqual([1650]);
    expect((await latestOf(t, member)).pending_update).toBeNull();
    await deliverAll(t);
  });

  test("cancelling voids the invoice of a pending change", async () => {
    const { member, session_id } = await pendingChange();
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    await expect(payInvoice(t, member, CARDS.good)).rejects.toThrow(/void/);
    expect((await complete(member, session_id)).json()).toMatchObject({ type: "change_expired" });
    expect(await seenAs(t, member)).toMatchObject({ plan: "monthly", cancels: true, watches: true });
    expect((await booksOf(t, member)).charged).toEqual([1650]);
  });
});

test("eight parallel requests change the plan and charge once", async () => {
  const member = await subscriber("monthly");
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(member, "yearly")));
  const done = answers.filter((answer) => answer.json<{ success?: boolean }>().success);
  expect(done).toHaveLength(1);
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 400)).toHaveLength(7);
  expect((await booksOf(t, member)).charged).toEqual([1650, 14_850]);
  expect(await seenAs(t, member)).toMatchObject({ plan: "yearly" });
});

test("charges the previewed amount for half an hour, then returns 409", async () => {
  const member = await subscriber("monthly");
  advance(t, { days: 15 });
  const shown = await preview(member, "yearly");
  const { proration_date } = shown;
  advance(t, { minutes: 30 });
  expect((await preview(member, "yearly"))["charged_today"]).not.toBe(shown["charged_today"]);
  const ask = (date: unknown) => member.call(calls.changePlan, { new_plan: "yearly", proration_date: date });
  for (const date of [Number(proration_date) - 1, Math.floor(t.clock.now() / 1000) + 1]) {
    const refused = await ask(date);
    expect([refused.statusCode, refused.json().type]).toEqual([409, "preview_expired"]);
  }
  expect((await ask(proration_date)).json()).toEqual({ success: true });
  const { charged } = await booksOf(t, member);
  expect(charged).toEqual([1650, shown["charged_today"]]);
});

test.each([
  [-1, 409],
  [0, 200],
])("takes no date before the running period: %i seconds after its begin the answer is %i", async (offset, status) => {
  const member = await subscriber("monthly");
  const start = (await latestOf(t, member)).items.data[0]?.current_period_start ?? 0;
  advance(t, { minutes: 5 });
  const body = { new_plan: "yearly", proration_date: start + offset };
  expect((await member.call(calls.changePlan, body)).statusCode).toBe(status);
});

test("a retry after a lost request keeps the first proration date", async () => {
  const member = await subscriber("monthly");
  advance(t, { days: 15 });
  const { proration_date, charged_today } = await preview(member, "yearly");
  const ask = () => member.call(calls.changePlan, { new_plan: "yearly", proration_date });
  t.sandbox.failures.add({ mode: "down", call: "POST /v1/subscriptions" });
  expect((await ask()).statusCode).toBe(503);
  t.sandbox.failures.clear();
  advance(t, { minutes: 40 });
  expect((await ask()).json()).toEqual({ success: true });
  expect((await booksOf(t, member)).charged).toEqual([1650, charged_today]);
  t.errors.length = 0;
});
