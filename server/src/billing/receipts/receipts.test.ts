import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { BillingYear } from "@manabiya/contract/billing/receipts.ts";
import { japanDay } from "@manabiya/contract/rules/japan-day.ts";
import type { Sales } from "@manabiya/contract/billing/sales.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { describe, expect, test } from "vitest";
import { insertRow } from "../../db/insert-rows.ts";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import type { BillingApp, Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp();
const { list, setName } = contract.receipts;
const { superuser } = staffCalls(t);
const monthOf = () => Number(japanDay(t.clock.now()).slice(5, 7));

async function receiptsOf(member: Member, year?: number): Promise<BillingYear> {
  const url = year === undefined ? list.url : (`${list.url}?year=${year}` as typeof list.url);
  const response = await member.call({ ...list, url });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function subscriber(app: BillingApp, plan: "monthly" | "yearly", given = {}): Promise<Member> {
  const member = await app.member(given);
  pay(app, await checkout(member, plan), CARDS.good);
  await deliverAll(app);
  return member;
}

/** Moves the clock to an instant of a later year. */
const goTo = (instant: string) => advance(t, { minutes: (Date.parse(instant) - t.clock.now()) / 60_000 });

test("lists every payment and refund of a year with the sums of amount and tax", async () => {
  const member = await subscriber(t, "monthly");
  advance(t, { days: 31, minutes: 61 });
  const customer = await customerOf(t, member);
  const [renewal] = (await t.stripe.invoices.list({ customer })).data;
  await t.stripe.creditNotes.create({ invoice: renewal?.id ?? "", amount: 550, refund_amount: 550 });
  const { documents, ...year } = await receiptsOf(member);
  expect(documents.map(({ kind, total, tax, paid }) => ({ kind, total, tax, paid }))).toEqual([
    { kind: "credit", total: -550, tax: -50, paid: -550 },
    { kind: "receipt", total: 1650, tax: 150, paid: 1650 },
    { kind: "receipt", total: 1650, tax: 150, paid: 1650 },
  ]);
  expect(year).toMatchObject({ total: 2750, tax: 250, paid: 2750, name: "", invoice_number: "" });
  expect(documents[0]?.description).toBe(`${renewal?.number}の返金`);
  expect(documents[1]?.description).toBe("学び舎 月額プラン");
  for (const { pdf } of documents) expect((await fetch(pdf ?? "")).status).toBe(200);
});

test("a payment belongs to the year in which it was made, by Japan's clock", async () => {
  const start = new Date(t.clock.now()).getUTCFullYear() + 1;
  // 0:30 on 1 January in Japan is still 31 December in UTC.
  goTo(`${start}-12-31T14:30:00Z`);
  const before = await subscriber(t, "yearly");
  goTo(`${start}-12-31T15:30:00Z`);
  const after = await subscriber(t, "yearly");
  expect(await receiptsOf(before)).toMatchObject({ year: start + 1, years: [start + 1, start], documents: [] });
  expect(await receiptsOf(before, start)).toMatchObject({ total: 16_500, documents: [{}] });
  expect(await receiptsOf(after)).toMatchObject({ year: start + 1, years: [start + 1], total: 16_500 });
  expect(await receiptsOf(after, start)).toMatchObject({ total: 0, documents: [] });
});

test("a renewal that is created before New Year and paid after it belongs to the new year", async () => {
  const year = new Date(t.clock.now()).getUTCFullYear() + 1;
  goTo(`${year}-10-31T14:40:00Z`);
  const member = await subscriber(t, "monthly");
  goTo(`${year}-12-31T16:00:00Z`);
  const [renewal] = (await t.stripe.invoices.list({ customer: await customerOf(t, member), limit: 1 })).data;
  expect(renewal?.created).toBe(Date.parse(`${year}-12-31T14:40:00Z`) / 1000);
  expect((await receiptsOf(member)).documents.map(({ id }) => id)).toEqual([renewal?.id]);
  expect((await receiptsOf(member, year)).documents).toHaveLength(2);
});

test("the value that a change to the monthly plan gives back is a credit document with its tax", async () => {
  const member = await subscriber(t, "yearly");
  const change = await member.call(contract.subscription.changePlan, { new_plan: "monthly" });
  expect(change.statusCode).toBe(200);
  const { documents, ...sums } = await receiptsOf(member);
  expect(documents.map(({ kind, total, tax, paid }) => ({ kind, total, tax, paid }))).toContainEqual({
    kind: "credit",
    total: -14_850,
    tax: -1350,
    paid: 0,
  });
  expect(sums).toMatchObject({ total: 1650, tax: 150, paid: 16_500 });
});

describe("the sums are those of the books", () => {
  const refundByScreen = async (member: Member, amount: number) => {
    const me = await superuser();
    const [payment] = (await me.call(contract.adminPayments.list, { id: member.id })).json<Payment[]>();
    const body = { invoice: payment?.invoice, amount, refunded: 0, ends_access: false, reason: "お申し出" };
    const answer = await me.call(
      contract.adminPayments.refund,
      { id: member.id },
      { ...body, request_id: randomUUID() },
    );
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const chargeOf = async (member: Member) => {
    const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
    return charge?.id ?? "";
  };
  const refundBare = async (member: Member, amount: number) =>
    t.stripe.refunds.create({ charge: await chargeOf(member), amount });
  const lose = async (member: Member) => {
    t.sandbox.simulate.closeDispute(t.sandbox.simulate.dispute(await chargeOf(member)).id, "lost");
    await deliverAll(t);
  };
  const change = async (member: Member) => {
    expect((await member.call(contract.subscription.changePlan, { new_plan: "monthly" })).statusCode).toBe(200);
    await deliverAll(t);
  };

  const CASES: [
    what: string,
    work: (member: Member) => Promise<unknown>,
    sums: Partial<BillingYear>,
    documented: number,
  ][] = [
    [
      "our screen refunds a part",
      (member) => refundByScreen(member, 5500),
      { total: 11_000, tax: 1000, paid: 11_000 },
      11_000,
    ],
    [
      "the dashboard refunds a part",
      (member) => refundBare(member, 5500),
      { total: 11_000, tax: 1000, paid: 11_000 },
      16_500,
    ],
    ["the dashboard refunds all", (member) => refundBare(member, 16_500), { total: 0, tax: 0, paid: 0 }, 16_500],
    ["a bank decides for the cardholder", lose, { total: 0, tax: 0, paid: 0 }, 16_500],
    ["a change of plan leaves credit", change, { total: 1650, tax: 150, paid: 16_500 }, 1650],
    [
      "the credit of a lost payment is taken back",
      async (member) => {
        await change(member);
        await lose(member);
      },
      { total: 0, tax: 0, paid: 0 },
      1650,
    ],
  ];
  test.each(CASES)("when %s", async (_what, work, sums, documented) => {
    const member = await subscriber(t, "yearly");
    await work(member);
    const { documents, ...year } = await receiptsOf(member);
    expect(year).toMatchObject(sums);
    expect(documents.reduce((yen, { total }) => yen + total, 0)).toBe(documented);
    // The same member's rows in the books of everybody.
    const me = await superuser();
    const { rows } = (
      await me.get(`${contract.adminSales.list.url}?year=${year.year}&month=${monthOf()}`)
    ).json<Sales>();
    const numbers = new Set(documents.map(({ number }) => number));
    const own = rows.filter(({ number }) => numbers.has(number));
    expect(own.reduce((yen, { total }) => yen + total, 0)).toBe(year.total);
  });

  test("also after the customer was deleted", async () => {
    const member = await subscriber(t, "monthly");
    await refundBare(member, 650);
    await t.stripe.customers.del(await customerOf(t, member));
    await deliverAll(t);
    expect(await receiptsOf(member)).toMatchObject({ total: 1000, paid: 1000, documents: [{ total: 1650 }] });
  });
});

test("a member sees no receipt of another, and one who never paid has none", async () => {
  await subscriber(t, "monthly");
  const stranger = await t.member();
  expect(await receiptsOf(stranger)).toMatchObject({ documents: [], total: 0, name: "" });
  expect((await receiptsOf(stranger)).years).toHaveLength(1);
});

test.each(["1999", "2201", "2026.5", "今年"])("refuses the year %s", async (year) => {
  const member = await t.member();
  const url = `${list.url}?year=${encodeURIComponent(year)}` as typeof list.url;
  expect((await member.call({ ...list, url })).json()).toMatchObject({ fields: { year: ["年が正しくありません。"] } });
});

test("宛名 is printed on the first receipt when it was set before, and on later ones only after a change", async () => {
  const member = await t.member();
  const set = await member.call(setName, { name: "  株式会社　みらい  " });
  expect(set.json()).toEqual({ name: "株式会社 みらい" });
  pay(t, await checkout(member, "monthly"), CARDS.good);
  await deliverAll(t);
  await member.call(setName, { name: "みらい商店" });
  advance(t, { days: 31, minutes: 61 });
  const { documents, name } = await receiptsOf(member);
  expect(name).toBe("みらい商店");
  const texts = await Promise.all(documents.map(async ({ pdf }) => (await fetch(pdf ?? "")).text()));
  expect(texts[0]).toContain("みらい商店 様");
  expect(texts[1]).toContain("株式会社 みらい 様");
  expect((await member.call(setName, { name: "" })).json()).toEqual({ name: "" });
});

test("宛名 has at most 100 characters", async () => {
  const member = await t.member();
  const response = await member.call(setName, { name: "あ".repeat(101) });
  expect(response.json()).toMatchObject({ fields: { name: ["宛名は100文字以内で入力してください。"] } });
});

test.each([
  ["a bell", "みらい\u0007商店"],
  ["an escape", "\u001b[2Jみらい商店"],
  ["NUL", "みらい\0商店"],
  ["half a character", "みらい\ud83c商店"],
  ["a reversed direction", "みらい\u202e商店"],
])("宛名 with %s is refused and changes nothing", async (_name, name) => {
  const member = await t.member();
  await member.call(setName, { name: "みらい商店" });
  const response = await member.call(setName, { name });
  expect(response.json()).toMatchObject({ fields: { name: ["使用できない文字が含まれています。"] } });
  expect(await receiptsOf(member)).toMatchObject({ name: "みらい商店" });
});

test.each([
  ["line breaks become spaces", "株式会社\r\nみらい", "株式会社 みらい"],
  ["emoji stay", "花屋 🌸👨‍👩‍👧", "花屋 🌸👨‍👩‍👧"],
  ["a rare character with its variant stays", "𠮷田 葛\u{e0100}", "𠮷田 葛\u{e0100}"],
  ["100 characters stay", "あ".repeat(100), "あ".repeat(100)],
])("宛名: %s", async (_name, given, saved) => {
  const member = await t.member();
  expect((await member.call(setName, { name: given })).json()).toEqual({ name: saved });
  expect(await receiptsOf(member)).toMatchObject({ name: saved });
});

test("while the provider is down, the list and 宛名 return 503 with a message", async () => {
  const member = await subscriber(t, "monthly");
  const stop = t.sandbox.failures.add({ mode: "down" });
  const answers = [await member.call(list), await member.call(setName, { name: "みらい商店" })];
  stop();
  t.errors.length = 0;
  expect(answers.map((answer) => answer.statusCode)).toEqual([503, 503]);
  expect(answers.map((answer) => answer.json<{ message: string }>().message)).toEqual([
    "領収書を読み込めませんでした。もう一度お試しください。",
    "宛名を保存できませんでした。もう一度お試しください。",
  ]);
  expect((await receiptsOf(member)).documents).toHaveLength(1);
});

test("退会 mails links to all receipts, which still work, and erases 宛名 at the provider", async () => {
  const member = await subscriber(t, "monthly", { password_hash: await hashPassword(PASSWORD) });
  await member.call(setName, { name: "みらい商店" });
  const customer = await customerOf(t, member);
  const { documents } = await receiptsOf(member);
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  const [mail] = await mailsTo(t.db, member.email);
  expect(mail?.subject).toContain("退会のお手続きが完了しました（領収書のご案内）");
  expect(mail?.text).toContain("1,650円（税込）");
  const pdf = documents[0]?.pdf ?? "";
  expect(mail?.text).toContain(pdf);
  expect((await fetch(pdf)).status).toBe(200);
  await expect.poll(async () => await t.stripe.customers.retrieve(customer)).toMatchObject({ name: null, email: null });
});

test("退会 of a member who never paid is confirmed by a mail without receipts", async () => {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  const [mail, ...others] = await mailsTo(t.db, member.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/退会のお手続きが完了しました$/);
  expect(mail?.text).not.toContain("領収書");
});

test("退会 sends nothing to an address that refuses mails", async () => {
  const member = await t.member({ password_hash: await hashPassword(PASSWORD) });
  const at = new Date(t.clock.now()).toISOString();
  const refused = { recipient: member.email, subject: "件名", text: "", html: "", created_at: at, send_after: at };
  await insertRow(t.db, "mail_outbox", { ...refused, user_id: member.id, attempts: 1, last_error: "550 5.1.1" });
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  expect(await mailsTo(t.db, member.email)).toEqual([]);
});
