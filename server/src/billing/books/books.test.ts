import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { PaidPlan } from "@manabiya/contract/billing/subscription.ts";
import type { Sales, SalesLayout } from "@manabiya/contract/billing/sales.ts";
import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import {
  advance,
  CARDS,
  checkout,
  deliverAll,
  pay,
  useBillingApp,
  useCard,
} from "../../../test/testing/billing-app.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

// A rehearsed December and January of many members, by the provider's clock.

const t = useBillingApp();
const calls = contract.adminSales;
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;
const members: Record<string, Member> = {};

/** Noon in Japan. */
const goTo = async (day: string) => {
  advance(t, { minutes: (Date.parse(`${day}T03:00:00Z`) - t.clock.now()) / 60_000 });
  await deliverAll(t);
};

async function buy(name: string, plan: PaidPlan): Promise<string> {
  const member = await t.member();
  await member.call(contract.receipts.setName, { name });
  pay(t, await checkout(member, plan), CARDS.good);
  await deliverAll(t);
  members[name] = member;
  return customerOf(t, member);
}

const chargeOf = async (customer: string): Promise<Stripe.Charge> => {
  const [charge] = (await t.stripe.charges.list({ customer, limit: 1 })).data;
  if (!charge) throw new Error("the customer has not paid");
  return charge;
};

const refundBare = async (customer: string, amount: number) =>
  t.stripe.refunds.create({ charge: (await chargeOf(customer)).id, amount });

let other: string;

beforeAll(async () => {
  await goTo("2027-11-20");
  const renewing = await buy("更新", "monthly");
  await goTo("2027-12-03");
  const bare = await buy("ダッシュボードの返金", "monthly");
  await refundBare(bare, 650);
  await goTo("2027-12-05");
  const changing = await buy("変更", "yearly");
  const paidOut = await buy("残高の払い戻し", "yearly");
  await goTo("2027-12-06");
  const [lost, won] = [await buy("敗訴", "monthly"), await buy("勝訴", "monthly")];
  const disputes = [lost, won].map(async (customer) => t.sandbox.simulate.dispute((await chargeOf(customer)).id).id);
  const [lostId = "", wonId = ""] = await Promise.all(disputes);
  await goTo("2027-12-08");
  const transferring = await buy("=振込", "monthly");
  await useCard(t, transferring, CARDS.failsLater);
  await goTo("2027-12-10");
  await buy("画面の返金", "yearly");
  await goTo("2027-12-12");
  me = await staffCalls(t).superuser();
  const id = members["画面の返金"]?.id ?? 0;
  const [payment] = (await me.call(contract.adminPayments.list, { id })).json<{ invoice: string }[]>();
  const body = { invoice: payment?.invoice, amount: 5500, refunded: 0, ends_access: false, reason: "ご連絡" };
  const refunded = await me.call(contract.adminPayments.refund, { id }, { ...body, request_id: randomUUID() });
  expect(refunded.statusCode).toBe(200);
  await goTo("2027-12-15");
  for (const name of ["変更", "残高の払い戻し"]) {
    const change = await members[name]?.call(contract.subscription.changePlan, { new_plan: "monthly" });
    expect(change?.statusCode).toBe(200);
  }
  const { balance } = (await t.stripe.customers.retrieve(paidOut)) as Stripe.Customer;
  await refundBare(paidOut, -balance);
  await t.stripe.customers.createBalanceTransaction(paidOut, { amount: -balance, currency: "jpy" });
  await goTo("2027-12-21");
  const { id: product } = await t.stripe.products.create({ name: "コーチング" });
  const price = await t.stripe.prices.create({ product, currency: "jpy", unit_amount: 30_000 });
  t.sandbox.simulate.sellOnce(renewing, price.id, CARDS.good);
  other = (await chargeOf(renewing)).id;
  // 23:30 on 31 December in Japan, and half an hour into the new year.
  advance(t, { minutes: (Date.parse("2027-12-31T14:30:00Z") - t.clock.now()) / 60_000 });
  await buy("大晦日", "monthly");
  advance(t, { minutes: 60 });
  await buy("元日", "yearly");
  await goTo("2028-01-09");
  const [open] = (await t.stripe.invoices.list({ customer: transferring, status: "open" })).data;
  await t.stripe.invoices.pay(open?.id ?? "", { paid_out_of_band: true });
  await goTo("2028-01-12");
  t.sandbox.simulate.closeDispute(lostId, "lost");
  t.sandbox.simulate.closeDispute(wonId, "won");
  await deliverAll(t);
  await goTo("2028-01-31");
  me = await staffCalls(t).superuser();
  expect(changing).toMatch(/^cus_/);
}, 120_000);

const read = async (query: string) => (await me.get(`${calls.list.url}${query}`)).json<Sales>();

type Row = [name: string, kind: string, total: number, tax: number, card: number, transfer: number, credit: number];

const short = ({ rows }: Sales): Row[] =>
  rows.map(({ name, kind, total, tax, card, transfer, credit }) => [
    name ?? "",
    kind,
    total,
    tax,
    card,
    transfer,
    credit,
  ]);

const unordered = (rows: Row[]) => rows.map((row) => row.join(" ")).toSorted();

test("December has every payment, refund, credit and dispute of our products by Japan's calendar", async () => {
  const december = await read("?year=2027&month=12");
  const back = (await t.stripe.customers.retrieve(
    await customerOf(t, members["変更"] ?? { id: 0 }),
  )) as Stripe.Customer;
  expect(back.balance).toBeLessThan(0);
  const change = december.rows.find(({ kind }) => kind === "change");
  const credit = change?.credit ?? 0;
  const tax = change?.tax ?? 0;
  expect(unordered(short(december))).toEqual(
    unordered([
      ["ダッシュボードの返金", "payment", 1650, 150, 1650, 0, 0],
      ["ダッシュボードの返金", "refund", -650, -59, -650, 0, 0],
      ["変更", "payment", 16_500, 1500, 16_500, 0, 0],
      ["残高の払い戻し", "payment", 16_500, 1500, 16_500, 0, 0],
      ["敗訴", "payment", 1650, 150, 1650, 0, 0],
      ["敗訴", "dispute", -1650, -150, -1650, 0, 0],
      ["勝訴", "payment", 1650, 150, 1650, 0, 0],
      ["勝訴", "dispute", -1650, -150, -1650, 0, 0],
      ["=振込", "payment", 1650, 150, 1650, 0, 0],
      ["画面の返金", "payment", 16_500, 1500, 16_500, 0, 0],
      ["画面の返金", "refund", -5500, -500, -5500, 0, 0],
      ["変更", "change", credit, tax, 0, 0, credit],
      ["残高の払い戻し", "change", credit, tax, 0, 0, credit],
      ["残高の払い戻し", "refund", credit, tax, credit, 0, 0],
      ["残高の払い戻し", "adjustment", -credit, -tax, 0, 0, -credit],
      ["更新", "payment", 1650, 150, 1650, 0, 0],
      ["大晦日", "payment", 1650, 150, 1650, 0, 0],
    ]),
  );
  // 356 of the year's 366 days are given back, less the first month: 14,590 - 1,500 = 13,090 yen and 1,309 yen of tax.
  expect([credit, tax]).toEqual([-14_399, -1309]);
  expect(december.rows.map(({ at }) => at)).toEqual(december.rows.map(({ at }) => at).toSorted());
});

test("January has the renewals that credit and a bank transfer paid, and the money that the bank returned", async () => {
  const january = await read("?year=2028&month=1");
  expect(unordered(short(january).filter(([name]) => name !== "更新"))).toEqual(
    unordered([
      ["元日", "payment", 16_500, 1500, 16_500, 0, 0],
      ["変更", "payment", 1650, 150, 0, 0, 1650],
      ["残高の払い戻し", "payment", 1650, 150, 1650, 0, 0],
      ["ダッシュボードの返金", "payment", 1650, 150, 1650, 0, 0],
      ["勝訴", "payment", 1650, 150, 1650, 0, 0],
      ["敗訴", "payment", 1650, 150, 1650, 0, 0],
      ["勝訴", "dispute_returned", 1650, 150, 1650, 0, 0],
      ["=振込", "payment", 1650, 150, 0, 1650, 0],
    ]),
  );
});

test("the year's sums are those of its months, and its rows are in the CSV", async () => {
  const months = await Promise.all([11, 12].map((month) => read(`?year=2027&month=${month}`)));
  const year = await read("?year=2027");
  for (const name of ["net", "tax", "total", "card", "transfer", "credit"] as const) {
    expect(year.sums[name]).toBe(months.reduce((sum, { sums }) => sum + sums[name], 0));
  }
  expect(year).toMatchObject({ rows: [], count: (months[0]?.count ?? 0) + (months[1]?.count ?? 0) });
  expect(year.sums.total).toBe(year.sums.net + year.sums.tax);
  expect(year.sums.total).toBe(year.sums.card + year.sums.transfer + year.sums.credit);
});

test("the money of the rows is the provider's balance transactions of our charges, line by line", async () => {
  const from = Date.parse("2027-10-31T15:00:00Z") / 1000;
  const moved: Stripe.BalanceTransaction[] = [];
  for await (const each of t.stripe.balanceTransactions.list({ created: { gte: from }, limit: 100 })) moved.push(each);
  const spans = ["?year=2027&month=11", "?year=2027&month=12", "?year=2028&month=1"];
  const rows = (await Promise.all(spans.map(read))).flatMap((each) => each.rows);
  const key = (at: number, yen: number) => `${new Date(at).toISOString()} ${yen}`;
  expect(
    rows
      .filter(({ card }) => card !== 0)
      .map(({ at, card }) => key(Date.parse(at), card))
      .toSorted(),
  ).toEqual(
    moved
      .filter(({ source }) => source !== other)
      .map(({ created, amount }) => key(created * 1000, amount))
      .toSorted(),
  );
});

test("前受金 is the part of each period's net amount that follows the end, by days in Japan", async () => {
  /** Nights from a day in December 2027 to the end of the period, and those after the year. */
  const later = (net: number, day: number, days: number) => (net * (days - (32 - day))) / days;
  const expected = [
    // 650 of 1,650 yen were given back.
    Math.round(later(1500, 3, 31) * (1 - 650 / 1650)),
    // After the change only the month from the 15th runs.
    later(1500, 15, 31),
    later(1500, 15, 31),
    // The bank holds both payments.
    0,
    0,
    later(1500, 8, 31),
    Math.round(later(15_000, 10, 366) * (1 - 5500 / 16_500)),
    later(1500, 20, 31),
    later(1500, 31, 31),
  ];
  const { deferred } = await read("?year=2027");
  expect(Math.abs(deferred - expected.reduce((sum, yen) => sum + yen, 0))).toBeLessThanOrEqual(expected.length);
  expect((await read("?year=2027&month=12")).deferred).toBe(deferred);
});

const download = async (layout: SalesLayout) => {
  const response = await me.get(`${calls.csv.url}?year=2027&month=12&layout=${layout}`);
  expect(response.statusCode).toBe(200);
  return { type: response.headers["content-type"], bytes: response.rawPayload };
};

const cells = (text: string) =>
  text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));

test("the plain CSV has all rows with numbers that spreadsheets add up, and no formulas", async () => {
  const { bytes, type } = await download("plain");
  expect(type).toBe("text/csv; charset=utf-8");
  const text = bytes.toString("utf8");
  expect(text.startsWith("\ufeff日時,種類,書類の番号,宛名,税抜金額,税率（%）,消費税,合計")).toBe(true);
  const [heading, ...rows] = cells(text);
  expect(rows).toHaveLength(17);
  for (const row of rows) expect(row).toHaveLength(heading?.length ?? 0);
  const { sums } = await read("?year=2027&month=12");
  expect(rows.reduce((sum, row) => sum + Number(row[7]), 0)).toBe(sums.total);
  expect(rows.map((row) => row[3])).toContain("'=振込");
  for (const row of rows) {
    expect(row[13]).toBe(String(members[row[3]?.replace(/^'/, "") ?? ""]?.id));
    expect(row[14]).toMatch(/^(in|cn|re|txn|cbtxn)_\w+$/);
  }
});

test.each([
  ["freee", 21, 6, 8, 10],
  ["moneyforward", 27, null, 8, 9],
] as const)(
  "the file for %s has %i columns, and its entries add up to the sums",
  async (layout, width, account, yen, tax) => {
    const [heading, ...rows] = cells((await download(layout)).bytes.toString("utf8").slice(1));
    expect(heading).toHaveLength(width);
    const { sums } = await read("?year=2027&month=12");
    const sold = (row: string[]) => (account === null ? row[10] === "売上高" : row[0] === "収入");
    const add = (column: number) => (sum: number, row: string[]) => sum + (sold(row) ? 1 : -1) * Number(row[column]);
    expect(rows.reduce(add(yen), 0)).toBe(sums.total);
    const taxColumn = (row: string[]) => (account === null && sold(row) ? tax + 8 : tax);
    expect(rows.reduce((sum, row) => add(taxColumn(row))(sum, row), 0)).toBe(sums.tax);
    for (const row of rows) {
      expect(row).toHaveLength(width);
      expect(Number(row[yen])).toBeGreaterThan(0);
      expect(row[account ?? 2]).toMatch(account === null ? /^(売上高|売掛金|前受金)$/ : /^売上高$/);
    }
  },
);

test("the file for 弥生会計 is in code page 932 with 25 columns and no heading", async () => {
  const { bytes, type } = await download("yayoi");
  expect(type).toBe("text/csv; charset=shift_jis");
  const rows = cells(new TextDecoder("shift_jis", { fatal: true }).decode(bytes));
  const { sums } = await read("?year=2027&month=12");
  let total = 0;
  for (const row of rows) {
    expect(row).toHaveLength(25);
    expect([row[0], row[19], row[24]]).toEqual(["2000", "0", "no"]);
    expect(row[3]).toMatch(/^2027\/12\/\d\d$/);
    const isSale = row[10] === "売上高";
    expect(row[isSale ? 13 : 7]).toBe("課税売上内10%");
    expect(row[isSale ? 7 : 13]).toBe("対象外");
    total += (isSale ? 1 : -1) * Number(row[8]);
  }
  expect(total).toBe(sums.total);
  expect(rows.map((row) => row[16]).join()).toContain("2027/12/31\uff5e2028/01/31");
});

test("members with credit are in a list and a CSV with its amount and age", async () => {
  const { id = 0 } = members["変更"] ?? {};
  const customer = (await t.stripe.customers.retrieve(await customerOf(t, { id }))) as Stripe.Customer;
  expect(customer.balance).toBeLessThan(0);
  const [heading, ...rows] = cells((await me.get(calls.balancesCsv.url)).body);
  expect(heading?.slice(2)).toEqual(["残高", "最も古い残高の日時"]);
  expect(rows.map(([member, , ...rest]) => [member, ...rest])).toEqual([
    [String(id), String(-customer.balance), "2027-12-15 12:00"],
  ]);
  const member = { id, username: rows[0]?.[1] };
  expect((await me.get(calls.balances.url)).json()).toEqual([
    { member, amount: -customer.balance, since: "2027-12-15T03:00:00.000Z" },
  ]);
});

test("staff without the right to members get amounts without names", async () => {
  const rights = { subscription_status: "inactive", is_staff: true, may_see_money: true } as const;
  const { id } = await createUser(t.db, t.clock, rights);
  const get = async (url: string) => t.app.inject({ method: "GET", url, headers: await t.as(id) });
  const { rows } = (await get(`${calls.list.url}?year=2027&month=12`)).json<Sales>();
  expect(rows).toHaveLength(17);
  expect(new Set(rows.flatMap(({ name, member }) => [name, member]))).toEqual(new Set([null]));
  expect((await get(calls.balances.url)).json()).toMatchObject([{ member: null, amount: expect.any(Number) }]);
  expect((await get(calls.balancesCsv.url)).body).toMatch(/^\ufeff残高,最も古い残高の日時\r\n\d+,/);
  for (const layout of ["plain", "freee", "moneyforward", "yayoi"]) {
    const file = await get(`${calls.csv.url}?year=2027&month=12&layout=${layout}`);
    expect(new TextDecoder(layout === "yayoi" ? "shift_jis" : "utf-8").decode(file.rawPayload)).not.toContain("大晦日");
  }
});

test.each([
  ["?year=1999", "year", "年が正しくありません。"],
  ["?month=13", "month", "月が正しくありません。"],
])("refuses %s", async (query, field, message) => {
  expect((await me.get(`${calls.list.url}${query}`)).json()).toMatchObject({ fields: { [field]: [message] } });
});

test("while the provider is down, the books return 503 with a message", async () => {
  const stop = t.sandbox.failures.add({ mode: "down" });
  const response = await me.get(calls.list.url);
  stop();
  t.errors.length = 0;
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ message: "売上を読み込めませんでした。もう一度お試しください。" });
});

test.each<[string, (member: Member, charge: Stripe.Charge) => Promise<unknown>]>([
  [
    "a refund on our screen",
    async ({ id }) => {
      const [payment] = (await me.call(contract.adminPayments.list, { id })).json<
        { invoice: string; amount: number }[]
      >();
      const { invoice, amount } = payment ?? {};
      const given = { takes_credit: true, ends_access: true, reason: "ご連絡", request_id: randomUUID() };
      return me.call(contract.adminPayments.refund, { id }, { invoice, amount, refunded: 0, ...given });
    },
  ],
  ["a refund in the dashboard", async (_member, { id }) => t.stripe.refunds.create({ charge: id })],
  [
    "a lost dispute",
    async (_member, { id }) => t.sandbox.simulate.closeDispute(t.sandbox.simulate.dispute(id).id, "lost"),
  ],
])("credit that was taken back by %s leaves nothing of the sale", async (name, giveBack) => {
  await goTo("2028-02-03");
  me = await staffCalls(t).superuser();
  const customer = await buy(name, "yearly");
  const charge = await chargeOf(customer);
  const member = members[name];
  if (!member) throw new Error("the member did not buy");
  await member.call(contract.subscription.changePlan, { new_plan: "monthly" });
  await giveBack(member, charge);
  await deliverAll(t);
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  const rows = (await read("?year=2028&month=2")).rows.filter((row) => row.name === name);
  expect(rows.map(({ kind }) => kind)).toContain("adjustment");
  const sum = (of: "total" | "card" | "credit") => rows.reduce((yen, row) => yen + row[of], 0);
  expect([sum("total"), sum("card"), sum("credit")]).toEqual([0, 0, 0]);
});
