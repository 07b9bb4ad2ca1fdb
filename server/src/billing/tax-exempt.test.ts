import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { BillingYear } from "@manabiya/contract/billing/receipts.ts";
import type { Sales } from "@manabiya/contract/billing/sales.ts";
import { NO_SITE_FORM } from "@manabiya/contract/site/form.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  pay,
  RETURN_URLS,
  useBillingApp,
  useCard,
} from "../../test/testing/billing-app.ts";
import { booksOf, customerOf } from "../../test/testing/billing-state.ts";
import type { Member } from "../../test/testing/billing-types.ts";
import { mailsTo } from "../../test/testing/mails.ts";
import { staffCalls } from "../../test/testing/staff-calls.ts";
import { reconcileNightly } from "./sync/reconcile.ts";
import { createBilling } from "./provider/provider.ts";

// The seller becomes a 免税事業者 while one member has a contract with tax.

const t = useBillingApp();
const TAX = /税込|税抜|消費税|適格|登録番号|10 ?[%％]/;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;
let taxed: Member;
let open: { member: Member; session: string };

const choose = (consumption_tax: "taxed" | "exempt") =>
  me.call(contract.adminSite.update, {}, { ...NO_SITE_FORM, consumption_tax });
const session = (id: string) => t.stripe.checkout.sessions.retrieve(id);
const receiptsOf = async (member: Member) => (await member.call(contract.receipts.list)).json<BillingYear>();

async function subscriber(plan: "monthly" | "yearly"): Promise<Member> {
  const member = await t.member();
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  return member;
}

beforeAll(async () => {
  me = await staffCalls(t).superuser();
  taxed = await subscriber("yearly");
  const member = await t.member();
  open = { member, session: await checkout(member, "monthly") };
  expect((await choose("exempt")).statusCode).toBe(200);
});

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

test("charges the amount that staff entered, by every way to buy", async () => {
  const prices = (await t.app.inject({ url: contract.subscription.prices.url })).json<object[]>();
  expect(prices).toMatchObject([
    { price_type: "monthly", amount: 1500, amount_including_tax: 1500, tax_rate: 0 },
    { price_type: "yearly", amount: 15_000, amount_including_tax: 15_000, tax_rate: 0 },
    { price_type: "yearly_monthly", amount: 1250, amount_including_tax: 1250, tax_rate: 0 },
  ]);
  const member = await t.member();
  const url = `${contract.checkout.preview.url}?plan_type=monthly` as typeof contract.checkout.preview.url;
  const preview = await member.call({ ...contract.checkout.preview, url });
  expect(preview.json(), preview.body).toMatchObject({ price: 1500, tax: 0, charged_today: 1500, next_charge: 1500 });
  const shown = { plan_type: "monthly", ...RETURN_URLS };
  const dear = await member.call(contract.subscription.create, { ...shown, price: 1650 });
  expect(dear.json()).toMatchObject({ type: "price_changed" });
  expect(await session(await checkout(member, "monthly"))).toMatchObject({ amount_total: 1500 });
  const gift = await member.call(contract.gifts.create, { months: 3, price: 4500 });
  expect(gift.statusCode, gift.body).toBe(200);
  expect(await session(gift.json<{ session_id: string }>().session_id)).toMatchObject({ amount_total: 4500 });
});

test("a checkout that was opened with tax gives way to one without", async () => {
  const id = await checkout(open.member, "monthly");
  expect(await session(open.session)).toMatchObject({ status: "expired", amount_total: 1650 });
  expect(await session(id)).toMatchObject({ status: "open", amount_total: 1500 });
  expect(await checkout(open.member, "monthly")).toBe(id);
});

test("no mail, receipt or row of the books names tax, in a history with every kind of payment", async () => {
  const [monthly, yearly] = [await subscriber("monthly"), await subscriber("yearly")];
  const gift = (await yearly.call(contract.gifts.create, { months: 1, price: 1500 })).json<{ session_id: string }>();
  pay(t, gift.session_id, CARDS.good);
  await deliverAll(t);
  expect((await monthly.call(contract.subscription.changePlan, { new_plan: "yearly" })).statusCode).toBe(200);
  await deliverAll(t);
  expect((await yearly.call(contract.subscription.changePlan, { new_plan: "monthly" })).statusCode).toBe(200);
  await deliverAll(t);
  const failing = await subscriber("monthly");
  await useCard(t, await customerOf(t, failing), CARDS.failsLater);
  const paid = (await me.call(contract.adminPayments.list, { id: monthly.id })).json<{ invoice: string }[]>();
  const body = { invoice: paid[0]?.invoice, amount: 700, refunded: 0, ends_access: false, reason: "お申し出" };
  const refund = await me.call(
    contract.adminPayments.refund,
    { id: monthly.id },
    { ...body, request_id: randomUUID() },
  );
  expect(refund.statusCode, refund.body).toBe(200);
  await monthly.call(contract.subscription.cancel);
  advance(t, { days: 31, minutes: 61 });
  await deliverAll(t);
  await reconcileNightly(createBilling({ ...t.deps, log: t.deps.logger }));

  for (const [member, count] of [
    [monthly, 4],
    [yearly, 4],
    [failing, 2],
  ] as const) {
    const mails = await mailsTo(t.db, member.email);
    expect(mails.length, "mails").toBeGreaterThanOrEqual(count);
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toMatch(TAX);
    const { documents, ...year } = await receiptsOf(member);
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.map(({ tax }) => tax)).toEqual(documents.map(() => 0));
    expect(year).toMatchObject({ tax: 0, invoice_number: "" });
  }
  me = await staffCalls(t).superuser();
  const own = new Set((await receiptsOf(monthly)).documents.map(({ number }) => number));
  const year = new Date(t.clock.now() + 9 * 3_600_000).getUTCFullYear();
  const rows = [];
  for (let month = 1; month <= 12; month++) {
    const { url } = contract.adminSales.list;
    rows.push(...(await me.get(`${url}?year=${year}&month=${month}`)).json<Sales>().rows);
  }
  const exempt = rows.filter(({ number }) => own.has(number));
  expect(exempt.length).toBeGreaterThan(0);
  for (const { tax, tax_rate, net, total } of exempt) expect([tax, tax_rate, net]).toEqual([0, 0, total]);
  const plain = (await me.get(`${contract.adminSales.csv.url}?year=${year}`)).body.split("\r\n");
  const lines = plain.filter((line) => [...own].some((number) => number !== "" && line.includes(number)));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toContain(",対象外,0,");
});

test("a contract from before keeps its tax, also after a change at the period's end", async () => {
  const member = taxed;
  expect((await member.call(contract.subscription.get)).json()).toMatchObject({
    subscription: { price: 16_500, next_charge: 16_500 },
  });
  expect(await receiptsOf(member)).toMatchObject({ total: 16_500, tax: 1500 });
  const later = await member.call(contract.planSchedule.create, { new_plan: "monthly" });
  expect(later.statusCode, later.body).toBe(200);
  advance(t, { days: 366, minutes: 61 });
  await deliverAll(t);
  expect((await booksOf(t, member)).charged.slice(0, 2)).toEqual([16_500, 1650]);
});

test("the drafts of the legal pages name no tax, and those of a seller with tax do", async () => {
  const drafts = async () => {
    const { commerce, terms } = (await me.get(contract.adminLegal.read.url)).json<Record<string, { draft: object }>>();
    return JSON.stringify([commerce?.draft, terms?.draft]);
  };
  expect(await drafts()).not.toMatch(TAX);
  await choose("taxed");
  expect(await drafts()).toContain("（税込）");
});
