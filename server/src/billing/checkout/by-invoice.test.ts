import { contract } from "@manabiya/contract";
import { collect } from "stripe-sandbox/internal/engine/collect.ts";
import { newVoucher } from "stripe-sandbox/internal/api/payment-methods.ts";
import { beforeEach, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  create,
  deliverAll,
  dropAll,
  endAll,
  pay,
  useBillingApp,
} from "../../../test/testing/billing-app.ts";
import { booksOf, customerOf, latestOf, seenAs, subjectsTo } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { createBilling } from "../provider/provider.ts";
import { reconcileHourly, reconcileNightly } from "../sync/reconcile.ts";

const t = useBillingApp();
const calls = contract.subscription;
const NOTHING = { status: "inactive", plan: "none", watches: false };

beforeEach(async () => {
  await endAll(t);
  Object.assign(t.deps.site, { takesInvoiceOrders: true });
});

const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
const order = (member: Member, price?: number) => member.call(contract.checkout.byInvoice, price ? { price } : {});
const detailsOf = async (member: Member) => (await member.call(calls.get)).json<Record<string, unknown>>();

/** @returns the page of the invoice */
async function ordered(member: Member): Promise<string> {
  const answer = await order(member, 16_500);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ url: string }>().url;
}

/** Pays the open invoice at a convenience store. */
async function payAtStore(member: Member): Promise<void> {
  const { world } = t.sandbox;
  const [open] = (await t.stripe.invoices.list({ customer: await customerOf(t, member), status: "open" })).data;
  world.transact(null, () =>
    collect(world, world.need("invoice", open?.id ?? ""), newVoucher(world, "konbini").id, "on_session"),
  );
}

/** Passes days, with the jobs of each. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    advance(t, { days: 1 });
    await deliverAll(t);
    await reconcileHourly(billing());
    await reconcileNightly(billing());
  }
}

test("an order gives no access before its payment at a store, which begins the plan", async () => {
  const member = await t.member();
  const url = await ordered(member);
  await deliverAll(t);
  const { id, payment_settings, metadata } = await latestOf(t, member);
  expect(await t.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "active", days_until_due: 7 });
  expect(payment_settings).toMatchObject({ payment_method_types: ["konbini", "customer_balance"] });
  expect(metadata).toMatchObject({ user_id: String(member.id), plan: "yearly" });
  expect(await seenAs(t, member)).toMatchObject(NOTHING);
  expect(await detailsOf(member)).toMatchObject({
    subscription: null,
    awaited_bill: { amount: 16_500, url, is_overdue: false },
  });
  expect(await subjectsTo(t, member)).toEqual(["請求書のお知らせ"]);
  const [mail] = await mailsTo(t.db, member.email);
  expect(mail?.text).toContain(url);
  expect(mail?.text).toContain("お支払いを確認できしだい、すべての動画をご覧いただけます。");

  await payAtStore(member);
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
  expect(await subjectsTo(t, member)).toEqual(["請求書のお知らせ", "年額プランのお申し込みが完了しました"]);
  const texts = (await mailsTo(t.db, member.email)).map(({ text }) => text).join("");
  expect(texts).toContain("コンビニでのお支払い：16,500円");
  expect(texts).not.toContain("カード");
  expect(await detailsOf(member)).toMatchObject({ awaited_bill: null, subscription: { sends_invoices: true } });
  expect((await order(member)).json()).toMatchObject({ type: "already_subscribed" });
  await reconcileHourly(billing());
  const { rows } = await t.db.query<{ state: string }>({
    text: "select state from checkout_attempts where user_id = $1",
    values: [member.id],
  });
  expect(rows).toEqual([{ state: "complete" }]);
});

test("orders at once, and one after a lost answer, are one contract with one page", async () => {
  const member = await t.member();
  const answers = await Promise.all([order(member), order(member), order(member)]);
  const pages = new Set(answers.map((answer) => answer.json<{ url: string }>().url));
  expect(pages.size).toBe(1);
  expect([...pages]).toEqual([await ordered(member)]);
  const customer = await customerOf(t, member);
  expect((await t.stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
});

test("a payment whose event was lost begins the plan at the next job", async () => {
  const member = await t.member();
  await ordered(member);
  await payAtStore(member);
  dropAll(t);
  expect(await seenAs(t, member)).toMatchObject(NOTHING);
  await reconcileHourly(billing());
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
});

test("an order that is never paid is reminded of and ends once, without access on any day", async () => {
  const member = await t.member({ subscription_status: "trial", created_at: t.clock.daysAgo(2) });
  await ordered(member);
  for (let day = 0; day < 12; day++) {
    await pass(1);
    expect(["trial", "inactive"]).toContain((await seenAs(t, member)).status);
  }
  expect(await subjectsTo(t, member)).toEqual([
    "請求書のお知らせ",
    "お支払いの期限が近づいています",
    "お支払いの期限を過ぎています",
    "お申し込みを取り消しました",
  ]);
  expect((await latestOf(t, member)).status).toBe("canceled");
  const invoices = (await t.stripe.invoices.list({ customer: await customerOf(t, member) })).data;
  expect(invoices.map(({ status }) => status)).toEqual(["void"]);
  expect(await detailsOf(member)).toMatchObject({ awaited_bill: null });
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "monthly" });
});

test("a renewal that is not paid ends the plan a week after its day, with true mails", async () => {
  const member = await t.member();
  await ordered(member);
  await payAtStore(member);
  await deliverAll(t);
  advance(t, { days: 366 });
  await deliverAll(t);
  await pass(12);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  await pass(2);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect((await subjectsTo(t, member)).slice(2)).toEqual([
    "請求書のお知らせ",
    "お支払いの期限が近づいています",
    "お支払いの期限を過ぎています",
    "ご契約が終了しました",
  ]);
  const mails = await mailsTo(t.db, member.email);
  expect(mails.at(-1)?.text).toContain("お支払いを確認できなかったため");
  for (const { text } of mails) expect(text).not.toContain("カード");
  const invoices = (await t.stripe.invoices.list({ customer: await customerOf(t, member) })).data;
  expect(invoices.map(({ status }) => status)).toEqual(["void", "paid"]);
});

test("a returning member waits beside the ended contract, and pays", async () => {
  const member = await t.member();
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  await t.stripe.subscriptions.cancel((await latestOf(t, member)).id);
  await deliverAll(t);
  await ordered(member);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await detailsOf(member)).toMatchObject({ awaited_bill: { amount: 16_500 } });
  expect((await subjectsTo(t, member)).at(-1)).toBe("請求書のお知らせ");
  await payAtStore(member);
  dropAll(t);
  await reconcileHourly(billing());
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
});

test("an order that waits refuses a card until it is taken back, which voids its invoice", async () => {
  const member = await t.member();
  await ordered(member);
  expect((await create(member, "monthly")).json()).toMatchObject({ type: "payment_awaited" });
  expect((await member.call(calls.cancel)).statusCode).toBe(200);
  expect(await detailsOf(member)).toMatchObject({ awaited_bill: null });
  expect((await member.call(calls.cancel)).json()).toMatchObject({ type: "no_subscription" });
  expect((await create(member, "monthly")).statusCode).toBe(200);
  expect((await t.stripe.invoices.list({ customer: await customerOf(t, member) })).data).toMatchObject([
    { status: "void" },
  ]);
});

test("退会 while an order waits ends it and voids its invoice", async () => {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
  await ordered(member);
  const customer = await customerOf(t, member);
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  await deliverAll(t);
  expect((await t.stripe.subscriptions.list({ customer, status: "all" })).data).toMatchObject([{ status: "canceled" }]);
  expect((await t.stripe.invoices.list({ customer })).data).toMatchObject([{ status: "void" }]);
});

test("a paid plan stops at the end of its period after 解約, and its plan cannot be changed by card", async () => {
  const member = await t.member();
  await ordered(member);
  await payAtStore(member);
  await deliverAll(t);
  expect((await member.call(calls.changePlan, { new_plan: "monthly" })).json()).toMatchObject({
    type: "change_unavailable",
  });
  expect((await member.call(calls.cancel)).statusCode).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", cancels: true, watches: true });
  advance(t, { days: 366 });
  await deliverAll(t);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect((await booksOf(t, member)).charged).toEqual([16_500]);
});

test("an order at another price, with the switch off, or without a session is refused", async () => {
  const member = await t.member();
  expect((await order(member, 15_000)).json()).toMatchObject({ type: "price_changed" });
  Object.assign(t.deps.site, { takesInvoiceOrders: false });
  expect((await order(member)).json()).toMatchObject({ type: "invoices_closed" });
  const preview = await member.call(contract.checkout.preview);
  expect(preview.body).not.toContain("by_invoice");
  const { method, url } = contract.checkout.byInvoice;
  expect((await t.app.inject({ method, url, payload: {} })).statusCode).toBe(401);
  expect(await booksOf(t, member)).toEqual({ statuses: [], live: [], charged: [] });
});

test("another member sees neither the order nor its page, and orders a contract of their own", async () => {
  const [member, other] = [await t.member(), await t.member()];
  const url = await ordered(member);
  expect(await detailsOf(other)).toMatchObject({ awaited_bill: null });
  expect((await other.call(calls.cancel)).json()).toMatchObject({ type: "no_subscription" });
  expect(await ordered(other)).not.toBe(url);
});

test("a balance that pays the whole invoice begins the plan at once", async () => {
  const member = await t.member();
  await create(member, "yearly");
  await t.stripe.customers.createBalanceTransaction(await customerOf(t, member), { amount: -20_000, currency: "jpy" });
  expect(await ordered(member)).toMatch(/\/profile$/);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", plan: "yearly", watches: true });
});
