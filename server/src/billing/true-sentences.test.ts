import { contract } from "@manabiya/contract";
import type { BillingYear } from "@manabiya/contract/billing/receipts.ts";
import type { SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import type { MemberCredit, Payment } from "@manabiya/contract/staff/members/payments.ts";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { hashPassword } from "../accounts/passwords/password.ts";
import { PASSWORD } from "../../test/testing/account-calls.ts";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  pay,
  payInvoice,
  useBillingApp,
  useCard,
} from "../../test/testing/billing-app.ts";
import { alertsWith, booksOf, customerOf, latestOf, seenAs, subjectsTo } from "../../test/testing/billing-state.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { mailsTo } from "../../test/testing/mails.ts";
import { staffCalls } from "../../test/testing/staff-calls.ts";
import { expiringCards } from "./emails/card-reminders.ts";
import { createBilling, idOf } from "./provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "./sync/reconcile.ts";

// Acts of staff in the provider's dashboard, and the sentences about money that members and staff read afterwards.

const t = useBillingApp();
const calls = contract.subscription;
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
const DAY = 86_400;
const NO_MORE = "今後、料金が請求されることはありません。";

async function subscriber(plan: "monthly" | "yearly" = "monthly", given = {}): Promise<Member> {
  const member = await t.member(given);
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

const periodEnd = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? 0;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const detailsOf = async (member: Member) =>
  (await member.call(calls.get)).json<{ subscription: SubscriptionDetails }>().subscription;
const chargesForStaff = async ({ id }: Member) =>
  (await (await staffCalls(t).superuser()).call(contract.adminPayments.credit, { id })).json<MemberCredit>().charges;
const lastMail = async ({ email }: Member) => (await mailsTo(t.db, email)).at(-1)?.text ?? "";
const update = async (member: Member, changes: Stripe.SubscriptionUpdateParams) => {
  const changed = await t.stripe.subscriptions.update((await latestOf(t, member)).id, changes);
  await deliverAll(t);
  return changed;
};
const refusal = async (member: Member, new_plan = "yearly") =>
  (await member.call(calls.changePlan, { new_plan })).json<{ error: string; type: string }>();

/** Ends after the running period and another one. */
async function endBySchedule(member: Member): Promise<void> {
  const { id } = await latestOf(t, member);
  const schedule = await t.stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = schedule.phases;
  if (!phase) throw new Error("no phase");
  const items = phase.items.map(({ price }) => ({ price: typeof price === "string" ? price : price.id }));
  await t.stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "cancel",
    phases: [
      { items, start_date: phase.start_date, end_date: phase.end_date },
      { items, duration: { interval: "month", interval_count: 1 } },
    ],
  });
  await deliverAll(t);
}

describe("an end that staff choose", () => {
  const at =
    (days: number, seconds = 0) =>
    async (member: Member) =>
      void (await update(member, { cancel_at: periodEnd(await latestOf(t, member)) + days * DAY + seconds }));

  test.each<[string, (member: Member) => Promise<unknown>, renewals: number, charges?: number]>([
    ["with the period", (member) => update(member, { cancel_at_period_end: true }), 0],
    ["a day before the period's end", at(-1), 0],
    ["a second before the period's end", at(0, -1), 0],
    ["at the period's end", at(0), 0],
    // The draft of the renewal is never finalised, which the provider's preview does not know.
    ["a second after the period's end", at(0, 1), 1, 0],
    ["two hours after the period's end", at(0, 7200), 1],
    ["forty-five days after the period's end", at(45), 2],
    ["by a schedule that ends after another month", endBySchedule, 1],
  ])(
    "%s is told with the charges that the provider makes before it",
    async (_when, choose, renewals, charges = renewals) => {
      const member = await subscriber();
      const renewal = iso(periodEnd(await latestOf(t, member)));
      await choose(member);
      const end = iso((await latestOf(t, member)).cancel_at ?? 0);
      const { text } = (await mailsTo(t.db, member.email)).at(-1) ?? { text: "" };
      const details = await detailsOf(member);
      expect(details).toMatchObject({
        ends_at: end,
        next_charge_at: renewals > 0 ? renewal : null,
        next_charge: renewals > 0 ? expect.any(Number) : null,
      });
      expect(await chargesForStaff(member)).toMatchObject({
        ends_at: end,
        next_charge_at: details.next_charge_at,
        next_charge: details.next_charge,
      });
      expect(await seenAs(t, member)).toMatchObject({ cancels: renewals === 0, ends: renewals > 0 ? renewal : end });
      expect(text.includes(NO_MORE)).toBe(renewals === 0);
      expect(text.includes("次回のご請求は、")).toBe(renewals > 0);
      // Until a month after the last day.
      for (let month = 0; month < 4; month++) {
        advance(t, { days: 31, minutes: 61 });
        await deliverAll(t);
      }
      const { charged } = await booksOf(t, member);
      expect(charged).toHaveLength(1 + charges);
      expect(await seenAs(t, member)).toMatchObject({ status: "canceled", ends: end, watches: false });
      const told = (await subjectsTo(t, member)).filter((subject) => /解約のお手続き|終了日のお知らせ/.test(subject));
      expect(told, "one mail about one end").toHaveLength(1);
    },
  );

  test("beyond the next renewal can be taken back, and 解約 ends the contract earlier", async () => {
    const member = await subscriber();
    const renewal = periodEnd(await latestOf(t, member));
    await update(member, { cancel_at: renewal + 60 * DAY });
    expect(await refusal(member)).toMatchObject({ type: "cancel_scheduled" });
    expect((await member.call(calls.undoCancel)).statusCode).toBe(200);
    expect(await detailsOf(member)).toMatchObject({ ends_at: null, next_charge: 1650 });
    await update(member, { cancel_at: renewal + 50 * DAY });
    expect((await member.call(calls.cancel)).statusCode).toBe(200);
    expect(await detailsOf(member)).toMatchObject({ ends_at: iso(renewal), next_charge_at: null });
    expect(await lastMail(member)).toContain(NO_MORE);
    await endBySchedule(await subscriber());
  });

  test("by a schedule can be taken back", async () => {
    const member = await subscriber();
    await endBySchedule(member);
    expect((await member.call(calls.undoCancel)).statusCode).toBe(200);
    expect(await detailsOf(member)).toMatchObject({ ends_at: null, next_charge: 1650 });
  });

  test("of a year beyond its renewal leaves the reminder of that renewal", async () => {
    const member = await subscriber("yearly");
    await update(member, { cancel_at: periodEnd(await latestOf(t, member)) + 60 * DAY });
    advance(t, { days: 352 });
    await reconcileHourly(billing());
    expect(await lastMail(member)).toMatch(/年額プランは.*に自動で更新され、ご登録のカード（Visa 末尾4242）に16,500円/);
  });
});

describe("a paused collection", () => {
  const PAUSES = ["void", "keep_as_draft", "mark_uncollectible"] as const;

  test.each(PAUSES)("that does %s announces no charge, says so, and charges nothing", async (behavior) => {
    const member = await subscriber("yearly");
    const renewal = periodEnd(await latestOf(t, member));
    await update(member, { pause_collection: { behavior } });
    expect(await detailsOf(member)).toMatchObject({ next_charge_at: null, collection_pause: { until: null } });
    expect(await refusal(member, "monthly")).toMatchObject({
      type: "change_unavailable",
      error: expect.stringContaining("料金の請求を停止しているため") as string,
    });
    await update(member, { pause_collection: { behavior, resumes_at: renewal + DAY } });
    const until = iso(renewal + DAY);
    expect(await detailsOf(member)).toMatchObject({ next_charge_at: null, collection_pause: { until } });
    expect(await chargesForStaff(member)).toMatchObject({ next_charge_at: null, collection_pause: { until } });
    const mails = await subjectsTo(t, member);
    advance(t, { days: 352 });
    await reconcileHourly(billing());
    expect(await subjectsTo(t, member), "no reminder of a charge that does not come").toEqual(mails);
    advance(t, { days: 15 });
    await deliverAll(t);
    expect((await booksOf(t, member)).charged).toEqual([16_500]);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect(await detailsOf(member)).toMatchObject({ next_charge: 16_500, collection_pause: null });
  });

  test("that ends before the renewal announces its charge", async () => {
    const member = await subscriber();
    const renewal = periodEnd(await latestOf(t, member));
    await update(member, { pause_collection: { behavior: "void", resumes_at: renewal - DAY } });
    const details = await detailsOf(member);
    expect(details).toMatchObject({ next_charge_at: iso(renewal), collection_pause: { until: iso(renewal - DAY) } });
    advance(t, { days: 31, minutes: 61 });
    expect((await booksOf(t, member)).charged).toEqual([1650, 1650]);
  });

  test("sends no mail about a card that is not charged", async () => {
    const member = await subscriber();
    const { id, default_payment_method: card } = await latestOf(t, member);
    const expiry = new Date(t.clock.now());
    t.sandbox.simulate.setExpiry(idOf(card) ?? "", expiry.getUTCMonth() + 1, expiry.getUTCFullYear());
    await t.stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    await deliverAll(t);
    advance(t, { days: 25 });
    expect((await expiringCards(billing())).some(({ user_id }) => user_id === member.id)).toBe(true);
    const before = await subjectsTo(t, member);
    await reconcileHourly(billing());
    expect(await subjectsTo(t, member)).toEqual(before);
  });
});

/** A member whose renewal failed and was given up by staff. */
async function givenUp(given = {}): Promise<{ member: Member; bill: string }> {
  const member = await subscriber("monthly", given);
  await useCard(t, await customerOf(t, member), CARDS.failsLater);
  advance(t, { days: 31, minutes: 61 });
  const bill = idOf((await latestOf(t, member)).latest_invoice) ?? "";
  t.sandbox.simulate.markUncollectible(bill);
  await deliverAll(t);
  return { member, bill };
}

describe("a renewal that staff gave up", () => {
  test("is told with its link, and is the reason against a change of plan", async () => {
    const { member } = await givenUp();
    expect(await detailsOf(member)).toMatchObject({
      failed_payment: {
        amount: 1650,
        url: expect.stringContaining("http") as string,
        is_charged: false,
        retry_at: null,
      },
    });
    expect((await refusal(member)).error).toContain("先にプロフィールから請求書をお支払いください。");
    const text = await lastMail(member);
    expect(text).toContain("\n\n請求書のページからお支払いください。");
    expect(text).not.toMatch(/もう一度請求します|カードを変更するか|ご契約は終了し/);
  });

  test.each([
    ["解約", async (member: Member) => member.call(calls.cancel)],
    ["退会", async (member: Member) => member.call(contract.profile.remove, { password: PASSWORD })],
  ])("is void after %s", async (_what, leave) => {
    const { member, bill } = await givenUp({ password_hash: await hashPassword(PASSWORD) });
    expect((await leave(member)).statusCode).toBe(200);
    await deliverAll(t);
    expect((await t.stripe.invoices.retrieve(bill)).status).toBe("void");
  });

  test("resumes the contract when it is paid by its link", async () => {
    const { member, bill } = await givenUp();
    await useCard(t, await customerOf(t, member), CARDS.good);
    await t.stripe.invoices.pay(bill);
    await deliverAll(t);
    expect(await detailsOf(member)).toMatchObject({ failed_payment: null, next_charge: 1650 });
  });
});

/** A member whom staff send invoices, due after a week. */
async function billed(): Promise<Member> {
  const member = await subscriber();
  await update(member, { collection_method: "send_invoice", days_until_due: 7 });
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  return member;
}

describe("an invoice that is sent", () => {
  test("is told once with its link, near its day and after it, and never as a card's", async () => {
    const member = await billed();
    const told = async () => (await subjectsTo(t, member)).slice(1);
    expect(await told()).toEqual(["請求書のお知らせ"]);
    const details = await detailsOf(member);
    const bill = { amount: 1650, is_overdue: false, url: expect.stringContaining("http") as string };
    expect(details).toMatchObject({ card: null, sends_invoices: true, sent_bill: bill, failed_payment: null });
    expect(await lastMail(member)).toContain(details.sent_bill?.url);
    expect(await refusal(member)).toMatchObject({ type: "change_unavailable" });
    for (let day = 0; day < 8; day++) {
      advance(t, { days: 1 });
      await deliverAll(t);
      await reconcileNightly(billing());
    }
    expect(await told()).toEqual([
      "請求書のお知らせ",
      "お支払いの期限が近づいています",
      "お支払いの期限を過ぎています",
    ]);
    expect(await detailsOf(member)).toMatchObject({ sent_bill: { is_overdue: true }, failed_payment: null });
    expect((await refusal(member)).error).toContain("先にプロフィールから請求書をお支払いください。");
    for (const { text } of (await mailsTo(t.db, member.email)).slice(1)) expect(text).not.toContain("カード");
  });

  test("is overdue from the second of its day on", async () => {
    const member = await billed();
    const due = Date.parse((await detailsOf(member)).sent_bill?.due_at ?? "");
    for (const [at, is_overdue] of [
      [due - 1, false],
      [due, true],
    ] as const) {
      t.clock.ms = at;
      expect(await detailsOf(member)).toMatchObject({ sent_bill: { is_overdue } });
    }
  });

  test("that is open stays to be paid after 解約, which says so", async () => {
    const member = await billed();
    await member.call(calls.cancel);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", cancels: true, watches: true });
    const text = await lastMail(member);
    expect(text).toContain("お支払いがお済みでない請求書（1,650円、税込）があります。");
    expect(text).not.toContain(NO_MORE);
  });

  test("that is overdue ends the contract at 解約 only if its period is not paid", async () => {
    const member = await billed();
    const customer = await customerOf(t, member);
    advance(t, { days: 8 });
    await deliverAll(t);
    expect(await detailsOf(member)).toMatchObject({ ends_at_once: true });
    const [open] = (await t.stripe.invoices.list({ customer, status: "open" })).data;
    await t.stripe.invoices.pay(open?.id ?? "", { paid_out_of_band: true });
    await deliverAll(t);
    const { id } = await latestOf(t, member);
    // Staff bill something else in the paid period.
    const { world } = t.sandbox;
    world.transact(null, () =>
      world.store.put("subscription", { ...world.need("subscription", id), status: "past_due" }),
    );
    expect(await detailsOf(member)).toMatchObject({ ends_at_once: false });
    await member.call(calls.cancel);
    expect((await latestOf(t, member)).cancel_at_period_end).toBe(true);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  });

  test("that was paid by transfer is a payment without a card, for the member and for staff", async () => {
    const member = await billed();
    const [open] = (await t.stripe.invoices.list({ customer: await customerOf(t, member), status: "open" })).data;
    await t.stripe.invoices.pay(open?.id ?? "", { paid_out_of_band: true });
    await deliverAll(t);
    const text = await lastMail(member);
    expect(text).toContain("カード以外でのお支払い（銀行振込など）：1,650円");
    expect(text).not.toContain("カードへのご請求");
    const me = await staffCalls(t).superuser();
    const payments = (await me.call(contract.adminPayments.list, { id: member.id })).json<Payment[]>();
    expect(payments.map(({ amount, refundable }) => [amount, refundable])).toEqual([
      [1650, 0],
      [1650, 1650],
    ]);
  });
});

test("a bill that another card paid is followed by the card that is charged next", async () => {
  const member = await subscriber();
  await useCard(t, await customerOf(t, member), CARDS.failsLater);
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  await payInvoice(t, member, CARDS.good);
  await deliverAll(t);
  expect(await lastMail(member)).toContain("次回のお支払いには、ご登録のカード（Visa 末尾0341）を使います。");
  expect(await detailsOf(member)).toMatchObject({ card: { last4: "0341" }, paid_by_other: { last4: "4242" } });
  await useCard(t, await customerOf(t, member), CARDS.good);
  expect(await detailsOf(member)).toMatchObject({ card: { last4: "4242" }, paid_by_other: null });
});

test("a contract in dollars is in no place a sum of yen, and staff hear of it", async () => {
  const member = await subscriber();
  const [first] = (await latestOf(t, member)).items.data;
  const price = await t.stripe.prices.create({
    ...{
      product: idOf(first?.price.product ?? null) ?? "",
      currency: "usd",
      unit_amount: 1999,
      recurring: { interval: "month" },
    },
  });
  const { id: before, default_payment_method: card } = await latestOf(t, member);
  await t.stripe.subscriptions.cancel(before);
  const customer = await customerOf(t, member);
  const given = { customer, items: [{ price: price.id }], default_payment_method: idOf(card) ?? "" };
  const { id } = await t.stripe.subscriptions.create(given);
  await deliverAll(t);
  expect(await detailsOf(member)).toMatchObject({ currency: "usd", price: 1999, next_charge: 1999 });
  expect(await lastMail(member)).toContain("$19.99");
  expect(await lastMail(member)).not.toMatch(/[\d,]+円/);
  expect(await alertsWith(t, "about", id)).toHaveLength(1);
  expect(await refusal(member)).toMatchObject({ type: "change_unavailable" });
  const { rows } = await t.db.query<{ monthly_revenue: number }>({
    text: "select sum(monthly_revenue)::int as monthly_revenue from membership_changes where user_id = $1",
    values: [member.id],
  });
  expect(rows).toEqual([{ monthly_revenue: 0 }]);
  const me = await staffCalls(t).superuser();
  const [payment] = (await me.call(contract.adminPayments.list, { id: member.id })).json<Payment[]>();
  expect(payment).toMatchObject({ amount: 1999, currency: "usd", refundable: 0 });
  const { documents, ...year } = (await member.call(contract.receipts.list)).json<BillingYear>();
  expect(documents.map(({ total, currency }) => [total, currency])).toEqual([
    [1999, "usd"],
    [1650, "jpy"],
  ]);
  expect(year).toMatchObject({ total: 1650, tax: 150, paid: 1650 });
});

test("a renewal's bill that is still a draft is announced, also to a member who cancels meanwhile", async () => {
  const member = await subscriber();
  advance(t, { days: 31, minutes: 1 });
  await deliverAll(t);
  await member.call(calls.cancel);
  expect(await lastMail(member)).not.toContain(NO_MORE);
  expect(await detailsOf(member)).toMatchObject({ next_charge: 1650, ends_at: expect.any(String) as string });
  advance(t, { minutes: 61 });
  await deliverAll(t);
  expect((await booksOf(t, member)).charged).toEqual([1650, 1650]);
  expect(await detailsOf(member)).toMatchObject({ next_charge: null });
});

describe("what banks say of a payment", () => {
  async function charged() {
    const member = await subscriber();
    const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
    return { member, charge: charge?.id ?? "" };
  }

  test("a won dispute closes its alert, and staff are told once", async () => {
    const { member, charge } = await charged();
    const { id } = t.sandbox.simulate.dispute(charge);
    await deliverAll(t);
    t.sandbox.simulate.closeDispute(id, "won");
    await deliverAll(t);
    await reconcileNightly(billing());
    const text = "select kind, resolved_at is null as open from staff_alerts where user_id = $1 order by id";
    const { rows } = await t.db.query({ text, values: [member.id] });
    expect(rows).toEqual([
      { kind: "dispute", open: false },
      { kind: "dispute_closed", open: true },
    ]);
  });

  test("an early warning of fraud proposes a refund, unless the payment is another shop's", async () => {
    const { member, charge } = await charged();
    t.sandbox.simulate.warnOfFraud(charge);
    await deliverAll(t);
    expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "early_fraud_warning", about: charge }]);
    const product = await t.stripe.products.create({ name: "コーチング" });
    const price = await t.stripe.prices.create({ product: product.id, currency: "jpy", unit_amount: 9000 });
    t.sandbox.simulate.sellOnce(await customerOf(t, member), price.id, CARDS.good);
    const [other] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
    t.sandbox.simulate.warnOfFraud(other?.id ?? "");
    await deliverAll(t);
    expect(await alertsWith(t, "user_id", member.id)).toHaveLength(1);
  });

  test("a refund that came back is an alert", async () => {
    const { member, charge } = await charged();
    const refund = await t.stripe.refunds.create({ charge, amount: 500 });
    t.sandbox.simulate.failRefund(refund.id);
    await deliverAll(t);
    const about = `${charge}:${refund.id}`;
    expect(await alertsWith(t, "user_id", member.id)).toMatchObject([{ kind: "failed_refund", about }]);
  });
});

test("an address that staff changed at the provider is put back", async () => {
  const member = await subscriber();
  const customer = await customerOf(t, member);
  await t.stripe.customers.update(customer, { email: "other@example.com" });
  await deliverAll(t);
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ email: member.email });
});
