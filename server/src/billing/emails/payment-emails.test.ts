import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { afterEach, describe, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  dropAll,
  endAll,
  pay,
  payInvoice,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { alertsWith, customerOf, latestOf, seenAs, subjectsTo } from "../../../test/testing/billing-state.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { SITE } from "../../../test/testing/test-app.ts";
import { createBilling, idOf } from "../provider/provider.ts";
import { NO_BILLS } from "../sync/bills.ts";
import { reconcileHourly, reconcileNightly } from "../sync/reconcile.ts";
import { expiringCards, remindOfCard } from "./card-reminders.ts";
import { emailsForPayments } from "./emails-for-bills.ts";

const t = useBillingApp();
const calls = contract.subscription;
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });

const THANKS = "月額プランのお申し込みが完了しました";
const PAID = "お支払いが完了しました";
const FAILED = "お支払いを確認できませんでした";
const SECURE = "お支払いに本人認証が必要です";
const FINAL = "お支払いのお願い（ご契約が終了する前の最後のお知らせ）";
const ENDED = "ご契約が終了しました";
const SUSPENDED = "お支払いを確認できないため、ご契約を停止しました";
const EXPIRING = "カードの有効期限をご確認ください";

afterEach(async () => {
  t.sandbox.world.settings.afterRetries = "cancel";
  await endAll(t);
});

async function subscriber(plan: "monthly" | "yearly" = "monthly", card: string = CARDS.good): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, plan), card);
  await deliverAll(t);
  return member;
}

/** Moves the clock to a member's next renewal. @param after minutes; its bill is a draft for 60 */
async function renew(member: Member, after = 61): Promise<void> {
  const { items } = await latestOf(t, member);
  const due = (items.data[0]?.current_period_end ?? 0) * 1000 - t.clock.now();
  advance(t, { minutes: Math.ceil(due / 60_000) + after });
}

/** A member whose first renewal just failed. */
async function failing(card: string = CARDS.failsLater): Promise<Member> {
  const member = await subscriber();
  await useCard(t, await customerOf(t, member), card);
  await renew(member);
  await deliverAll(t);
  return member;
}

/** Hours with the hourly job, and events if they arrive. */
async function live(hours: number, deliver: () => Promise<void> | void = () => deliverAll(t)): Promise<void> {
  for (let hour = 0; hour < hours; hour += 6) {
    advance(t, { minutes: 360 });
    await deliver();
    await reconcileHourly(billing());
  }
}

/** The newest mail of a member. */
async function lastMailTo({ email }: Member) {
  const mail = (await mailsTo(t.db, email)).at(-1);
  if (!mail) throw new Error("the member has no mail");
  return mail;
}

async function billsOf(member: Member) {
  return (await t.stripe.invoices.list({ customer: await customerOf(t, member), limit: 100 })).data;
}

/** The payment on the member's page for staff. */
async function seenByStaff({ id }: Member) {
  const { get } = await staffCalls(t).superuser();
  const answer = await get(contract.adminMembers.get.url.replace(":id", String(id)));
  return answer.json<MemberDetail>().payment;
}

describe("the mail of a payment", () => {
  test("of a purchase is the thanks mail, with amount, tax, period and receipt", async () => {
    const member = await subscriber();
    await live(8);
    await reconcileNightly(billing());
    expect(await subjectsTo(t, member)).toEqual([THANKS]);
    const { text, html } = await lastMailTo(member);
    const [invoice] = await billsOf(member);
    expect(text).toContain("合計：1,650円（税込、うち消費税150円）\nカードへのご請求：1,650円\n対象期間：");
    expect(text).toContain(`請求書番号：${invoice?.number}\n\n請求書・領収書を開く\n${invoice?.hosted_invoice_url}`);
    expect(html).toContain(`<a href="${invoice?.hosted_invoice_url}"`);
  });

  test("is sent once for each renewal of a year", async () => {
    const member = await subscriber();
    for (let month = 0; month < 12; month++) {
      await renew(member);
      await deliverAll(t);
      await reconcileNightly(billing());
    }
    const paid = (await billsOf(member)).filter(({ status }) => status === "paid");
    expect(paid).toHaveLength(13);
    expect(await subjectsTo(t, member)).toEqual([THANKS, ...paid.slice(1).map(() => PAID)]);
    const { text } = await lastMailTo(member);
    expect(text).toContain(paid[0]?.hosted_invoice_url);
  });

  test.each([
    ["lost, and the nightly job runs", () => dropAll(t), reconcileNightly],
    ["lost, and the hourly job runs", () => dropAll(t), reconcileHourly],
    ["doubled and shuffled", shuffled, reconcileHourly],
  ] as const)("is sent once when the events are %s", async (_name, deliver, reconcile) => {
    const member = await subscriber();
    await renew(member, 1);
    await deliver();
    await reconcile(billing());
    advance(t, { minutes: 61 });
    await deliver();
    for (let time = 0; time < 2; time++) {
      await Promise.all([reconcile(billing()), reconcileNightly(billing())]);
      advance(t, { minutes: 20 });
    }
    expect(await subjectsTo(t, member)).toEqual([THANKS, PAID]);
  });

  async function shuffled(): Promise<void> {
    const waiting = t.sandbox.webhooks.pending().toReversed();
    await Promise.all([...waiting, ...waiting].map((delivery) => t.sandbox.webhooks.deliver(delivery)));
    t.sandbox.webhooks.drop(t.sandbox.webhooks.pending());
  }

  test("of a change of plan is the mail of the change", async () => {
    const member = await subscriber();
    advance(t, { minutes: 5 });
    await member.call(calls.changePlan, { new_plan: "yearly" });
    await deliverAll(t);
    await live(8);
    expect(await subjectsTo(t, member)).toEqual([THANKS, "プランの変更が完了しました"]);
    const { text } = await lastMailTo(member);
    expect(text).toContain("合計：14,850円（税込、うち消費税1,350円）\nカードへのご請求：14,850円");
  });

  test("of a change to the cheaper plan tells what became balance", async () => {
    const member = await subscriber("yearly");
    await member.call(calls.changePlan, { new_plan: "monthly" });
    await live(8);
    const { text } = await lastMailTo(member);
    expect(text).toContain("残高への追加：14,850円（税込）\nカードへのご請求：0円");
    expect(await subjectsTo(t, member)).toEqual(["年額プランのお申し込みが完了しました", "プランの変更が完了しました"]);
  });

  test("tells that the balance paid", async () => {
    const member = await subscriber();
    await t.stripe.customers.createBalanceTransaction(await customerOf(t, member), { amount: -2000, currency: "jpy" });
    await renew(member);
    await deliverAll(t);
    expect(await subjectsTo(t, member)).toEqual([THANKS, "残高からのお支払いが完了しました"]);
    const first = (await lastMailTo(member)).text;
    expect(first).toContain("今回のお支払いには残高を充てました。カードへのご請求はありません。");
    expect(first).toContain("残高からの充当：1,650円\nカードへのご請求：0円");
    await renew(member);
    await deliverAll(t);
    expect((await lastMailTo(member)).text).toContain("残高からの充当：350円\nカードへのご請求：1,300円");
  });

  test("is not sent for an invoice of nothing", async () => {
    const member = await subscriber();
    await renew(member);
    const [invoice] = await billsOf(member);
    if (!invoice) throw new Error("there is no invoice");
    const emails = (total: number) =>
      emailsForPayments(
        SITE,
        { userId: member.id, recipient: member.email, plan: "monthly" },
        { ...NO_BILLS, paid: [{ ...invoice, total }] },
        t.clock.now(),
      );
    expect(emails(1650)).toHaveLength(1);
    expect(emails(0)).toEqual([]);
    expect(emails(-1650)).toEqual([]);
  });

  test("is not sent for a payment of long ago, such as after a restored backup", async () => {
    const member = await subscriber();
    advance(t, { days: 35 });
    dropAll(t);
    await reconcileNightly(billing());
    expect(await subjectsTo(t, member)).toEqual([THANKS]);
  });
});

describe("a renewal that stays unpaid", () => {
  const DAY = 24;

  test.each([
    ["cancel", [FAILED, FINAL, ENDED], "canceled", 0],
    ["unpaid", [FAILED, FINAL, SUSPENDED], "inactive", 0],
    ["past_due", [FAILED, FINAL], "active", 1],
  ] as const)(
    "causes its series of mails once where the account ends with %s",
    async (after, subjects, seen, alerts) => {
      t.sandbox.world.settings.afterRetries = after;
      const member = await failing();
      const bill = (await billsOf(member))[0];
      expect((await lastMailTo(member)).text).toContain(`請求書を開いて支払う\n${bill?.hosted_invoice_url}`);
      await live(4 * DAY);
      expect(await subjectsTo(t, member)).toEqual([THANKS, FAILED]);
      await live(2 * DAY);
      expect(await subjectsTo(t, member)).toEqual([THANKS, FAILED, FINAL]);
      await live(4 * DAY);
      await reconcileNightly(billing());
      expect(await subjectsTo(t, member)).toEqual([THANKS, ...subjects]);
      expect(await seenAs(t, member)).toMatchObject({ status: seen });
      expect(await alertsWith(t, "about", bill?.id ?? "")).toHaveLength(alerts);
    },
  );

  test("causes the same mails when every event is lost", async () => {
    const member = await subscriber();
    await useCard(t, await customerOf(t, member), CARDS.failsLater);
    await renew(member);
    await live(10 * DAY, () => dropAll(t));
    expect(await subjectsTo(t, member)).toEqual([THANKS, FAILED, FINAL, ENDED]);
    expect((await lastMailTo(member)).text).toContain("お支払いを確認できなかったため、月額プランは");
  });

  test("causes only the last notice when it is seen late", async () => {
    const member = await subscriber();
    await useCard(t, await customerOf(t, member), CARDS.failsLater);
    await renew(member);
    advance(t, { days: 5, minutes: 30 });
    dropAll(t);
    await reconcileNightly(billing());
    expect(await subjectsTo(t, member)).toEqual([THANKS, FINAL]);
  });

  test("names 本人認証 when 3-D Secure is missing, and says nothing more once it is paid", async () => {
    const member = await failing(CARDS.secure);
    expect(await subjectsTo(t, member)).toEqual([THANKS, SECURE]);
    const [bill] = await billsOf(member);
    expect((await lastMailTo(member)).text).toContain(`本人認証をして支払う\n${bill?.hosted_invoice_url}`);
    expect((await member.call(calls.get)).json()).toMatchObject({
      subscription: { failed_payment: { amount: 1650, url: bill?.hosted_invoice_url, needs_authentication: true } },
    });
    expect(await seenByStaff(member)).toMatchObject({ unpaid_amount: 1650, needs_authentication: true });
    await live(1 * DAY);
    await payInvoice(t, member, CARDS.good);
    await live(8 * DAY);
    expect(await seenByStaff(member)).toMatchObject({
      unpaid_amount: null,
      retry_at: null,
      needs_authentication: false,
      card_expires: expect.stringMatching(/^\d{4}-\d{2}$/),
    });
    expect(await subjectsTo(t, member)).toEqual([THANKS, SECURE, PAID]);
    expect((await member.call(calls.get)).json()).toMatchObject({ subscription: { failed_payment: null } });
  });

  test("is shown with its own bill while the next period's bill is a draft, and each bill is told once", async () => {
    t.sandbox.world.settings.afterRetries = "past_due";
    const member = await failing();
    const [bill] = await billsOf(member);
    await live(8 * DAY);
    await renew(member, 1);
    await deliverAll(t);
    const [draft] = await billsOf(member);
    expect(draft?.status).toBe("draft");
    expect((await member.call(calls.get)).json()).toMatchObject({
      subscription: { failed_payment: { url: bill?.hosted_invoice_url } },
    });
    expect(await subjectsTo(t, member)).toEqual([THANKS, FAILED, FINAL]);
    advance(t, { minutes: 61 });
    await deliverAll(t);
    expect(await subjectsTo(t, member)).toEqual([THANKS, FAILED, FINAL, FAILED]);
  });

  test("leaves no bill that its link could still pay when the contract has ended", async () => {
    const member = await failing();
    await live(8 * DAY);
    expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
    expect((await billsOf(member)).map(({ status }) => status)).toEqual(["void", "paid"]);
  });

  test("shows its bill to a member whose contract is suspended, and its payment resumes the contract", async () => {
    t.sandbox.world.settings.afterRetries = "unpaid";
    const member = await failing();
    await live(8 * DAY);
    const [bill] = await billsOf(member);
    expect((await member.call(calls.get)).json()).toMatchObject({
      subscription: null,
      unpaid_bill: { amount: 1650, url: bill?.hosted_invoice_url, retry_at: null },
    });
    expect((await lastMailTo(member)).text).toContain(bill?.hosted_invoice_url);
    await payInvoice(t, member, CARDS.good);
    await deliverAll(t);
    expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
    expect((await subjectsTo(t, member)).slice(-2)).toEqual([SUSPENDED, PAID]);
  });
});

describe("a card that expires before or in the month of the next renewal", () => {
  const cardOf = async (member: Member) => idOf((await latestOf(t, member)).default_payment_method) ?? "";

  /** Sets the card's last month relative to the next renewal. */
  async function expiresBeforeRenewal(member: Member, months: number): Promise<void> {
    const renewal = new Date((await seenAs(t, member)).ends ?? "");
    renewal.setUTCHours(renewal.getUTCHours() + 9);
    const last = new Date(Date.UTC(renewal.getUTCFullYear(), renewal.getUTCMonth() - months, 1));
    t.sandbox.simulate.setExpiry(await cardOf(member), last.getUTCMonth() + 1, last.getUTCFullYear());
    await reconcileNightly(billing());
  }

  const expiring = async (member: Member) => (await subjectsTo(t, member)).filter((subject) => subject === EXPIRING);
  const isShown = async (member: Member) =>
    (await member.call(calls.get)).json<{ subscription: { card: { is_expiring: boolean } } }>().subscription.card
      .is_expiring;

  test.each([
    [0, 1],
    [1, 1],
    [-1, 0],
  ])("that ends %i months before it causes %i mails", async (months, mails) => {
    const member = await subscriber("yearly");
    await expiresBeforeRenewal(member, months);
    await reconcileHourly(billing());
    expect(await expiring(member)).toEqual([]);
    advance(t, { days: 346 });
    for (let hour = 0; hour < 3; hour++) {
      advance(t, { minutes: 60 });
      await Promise.all([reconcileHourly(billing()), reconcileHourly(billing())]);
    }
    expect(await expiring(member)).toHaveLength(mails);
    expect(await isShown(member)).toBe(mails === 1);
  });

  test("causes no mail after the card was replaced or the contract cancelled", async () => {
    const replaced = await subscriber("yearly");
    const leaving = await subscriber("yearly");
    for (const member of [replaced, leaving]) await expiresBeforeRenewal(member, 0);
    await useCard(t, await customerOf(t, replaced), CARDS.good);
    await leaving.call(calls.cancel);
    await deliverAll(t);
    advance(t, { days: 350 });
    await reconcileHourly(billing());
    expect(await expiring(replaced)).toEqual([]);
    expect(await expiring(leaving)).toEqual([]);
  });

  test("is found without a call to the provider, which is asked only whether it will charge the card", async () => {
    const member = await subscriber();
    await expiresBeforeRenewal(member, 0);
    advance(t, { days: 20 });
    const over = t.sandbox.failures.add({ mode: "down" });
    const cards = await expiringCards(billing());
    over();
    for (const card of cards) await remindOfCard(billing(), card);
    expect(await expiring(member)).toEqual([EXPIRING]);
    const { text } = await lastMailTo(member);
    expect(text).toMatch(/カードの有効期限は、\d{4}年\d{1,2}月です。次回のお支払いは\d{4}年\d{1,2}月\d{1,2}日です。/);
    expect(text).toContain(`${SITE.publicUrl}/profile`);
  });
});
