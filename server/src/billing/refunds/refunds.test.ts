import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { AuditEntry } from "@manabiya/contract/staff/audit.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { beforeEach, expect, test } from "vitest";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { advance, CARDS, checkout, deliverAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { customerOf, seenAs } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo, subjectsTo } from "../../../test/testing/mails.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";

const t = useBillingApp({ providerPages: "https://dashboard.stripe.com/test" });
const { list, refund } = contract.adminPayments;
const reason = "二重に申し込んだとの連絡（お問い合わせ 34）";
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["superuser"]>>;

beforeEach(async () => {
  me = await staffCalls(t).superuser();
});

async function yearlyMember(given = {}): Promise<Member> {
  const member = await t.member(given);
  pay(t, await checkout(member, "yearly"), CARDS.good);
  await deliverAll(t);
  return member;
}

const paymentsOf = async ({ id }: Member) => (await me.call(list, { id })).json<Payment[]>();

async function onlyPayment(member: Member): Promise<Payment> {
  const [payment, ...others] = await paymentsOf(member);
  if (!payment || others.length > 0) throw new Error("the member has not exactly one payment");
  return payment;
}

interface Given {
  amount?: number;
  refunded?: number;
  ends_access?: boolean;
  request_id?: string;
}

/** The body of a refund as the screen sends it. */
async function bodyFor(member: Member, given: Given = {}) {
  const { invoice, refunded } = await onlyPayment(member);
  return { invoice, amount: 5000, refunded, ends_access: false, request_id: randomUUID(), reason, ...given };
}

async function cardRefunds(member: Member): Promise<number[]> {
  const { data } = await t.stripe.charges.list({ customer: await customerOf(t, member) });
  return data.map(({ amount_refunded }) => amount_refunded);
}

async function logOf({ id }: Member): Promise<AuditEntry[]> {
  const { results } = (await me.get(`${contract.audit.list.url}?subject=member&subject_id=${id}`)).json<{
    results: AuditEntry[];
  }>();
  return results;
}

const REFUNDED = "返金の手続きを行いました";

test("a partial refund goes to the card with a credit note, a log entry and a mail, and access stays", async () => {
  const member = await yearlyMember();
  expect(await onlyPayment(member)).toMatchObject({ amount: 16_500, refunded: 0, refundable: 16_500, dispute: null });
  const body = await bodyFor(member);
  const response = await me.call(refund, { id: member.id }, body);
  expect(response.json()).toMatchObject([{ amount: 16_500, refunded: 5000, refundable: 11_500 }]);
  await deliverAll(t);
  expect(await cardRefunds(member)).toEqual([5000]);
  const notes = await t.stripe.creditNotes.list({ invoice: body.invoice });
  expect(notes.data).toMatchObject([
    { total: 5000, metadata: { request_id: body.request_id, by: String(me.user.id) } },
  ]);
  expect(await seenAs(t, member)).toMatchObject({ status: "active", watches: true });
  expect(await logOf(member)).toMatchObject([
    { action: "member.refund", reason, after: { amount: 5000, ends_access: false }, user_id: me.user.id },
  ]);
  const mail = (await mailsTo(t.db, member.email)).at(-1);
  expect(mail?.subject).toContain(REFUNDED);
  expect(mail?.text).toContain("5,000円（税込）");
  expect(mail?.text).not.toContain(reason);
});

test("a full refund that ends access cancels the subscription at once, and nothing is charged later", async () => {
  const member = await yearlyMember();
  const response = await me.call(
    refund,
    { id: member.id },
    await bodyFor(member, { amount: 16_500, ends_access: true }),
  );
  expect(response.json()).toMatchObject([{ refunded: 16_500, refundable: 0 }]);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect((await mailsTo(t.db, member.email)).at(-1)?.text).toContain("ご契約は終了しました");
  advance(t, { days: 400 });
  await deliverAll(t);
  expect(await cardRefunds(member)).toEqual([16_500]);
});

test.each([0, -1, 1.5, "5000"])("refuses the amount %j", async (amount) => {
  const member = await yearlyMember();
  const body = { ...(await bodyFor(member)), amount };
  const response = await me.call(refund, { id: member.id }, body);
  expect(response.json()).toMatchObject({ fields: { amount: ["返金額は1円以上の整数で入力してください。"] } });
});

test("refuses more than is left, also after a refund and a credit in the dashboard", async () => {
  const member = await yearlyMember();
  const { invoice } = await onlyPayment(member);
  const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
  await t.stripe.refunds.create({ charge: charge?.id ?? "", amount: 6500 });
  expect(await onlyPayment(member)).toMatchObject({ refunded: 6500, refundable: 10_000 });
  await t.stripe.creditNotes.create({ invoice, amount: 9000, credit_amount: 9000 });
  expect(await onlyPayment(member)).toMatchObject({ refunded: 6500, refundable: 1000 });
  const response = await me.call(refund, { id: member.id }, await bodyFor(member, { amount: 1001 }));
  expect(response.json()).toMatchObject({ fields: { amount: ["返金できるのは1,000円までです。"] } });
  expect(await cardRefunds(member)).toEqual([6500]);
});

test("a payment that was refunded in part is refunded up to its rest, and no further", async () => {
  const member = await yearlyMember();
  expect((await me.call(refund, { id: member.id }, await bodyFor(member))).statusCode).toBe(200);
  const rest = await bodyFor(member, { amount: 11_500 });
  expect((await me.call(refund, { id: member.id }, rest)).json()).toMatchObject([{ refunded: 16_500, refundable: 0 }]);
  const more = await me.call(refund, { id: member.id }, await bodyFor(member, { amount: 1 }));
  expect(more.json()).toMatchObject({ fields: { amount: ["返金できるのは0円までです。"] } });
  expect(await cardRefunds(member)).toEqual([16_500]);
});

test("refuses a refund without a reason", async () => {
  const member = await yearlyMember();
  const body = { ...(await bodyFor(member)), reason: " " };
  const response = await me.call(refund, { id: member.id }, body);
  expect(response.json()).toMatchObject({ fields: { reason: ["理由を入力してください。"] } });
});

test("returns 404 for another member's payment, an unknown one and a member without payments", async () => {
  const [member, other] = [await yearlyMember(), await yearlyMember()];
  const body = await bodyFor(member);
  const stranger = await t.member();
  for (const [id, invoice] of [
    [other.id, body.invoice],
    [member.id, "in_unknown"],
    [stranger.id, body.invoice],
    [999_999, body.invoice],
  ] as const) {
    expect((await me.call(refund, { id }, { ...body, invoice })).statusCode).toBe(404);
  }
  expect((await me.call(list, { id: 999_999 })).statusCode).toBe(404);
  expect(await paymentsOf(stranger)).toEqual([]);
  expect([...(await cardRefunds(member)), ...(await cardRefunds(other))]).toEqual([0, 0]);
});

test("plain staff and members neither see nor refund payments", async () => {
  const member = await yearlyMember();
  const body = await bodyFor(member);
  for (const role of [await staffCalls(t).staff(), await staffCalls(t).member()]) {
    expect((await role.call(list, { id: member.id })).statusCode).toBe(403);
    expect((await role.call(refund, { id: member.id }, body)).statusCode).toBe(403);
  }
  expect(await cardRefunds(member)).toEqual([0]);
});

test("eight parallel and repeated requests with one id refund once, with one mail and one log entry", async () => {
  const member = await yearlyMember();
  const body = await bodyFor(member);
  const answers = await Promise.all(Array.from({ length: 8 }, () => me.call(refund, { id: member.id }, body)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect((await me.call(refund, { id: member.id }, body)).json()).toMatchObject([{ refunded: 5000 }]);
  expect(await cardRefunds(member)).toEqual([5000]);
  expect(await logOf(member)).toHaveLength(1);
  expect((await subjectsTo(t.db, member.email)).filter((subject) => subject === REFUNDED)).toHaveLength(1);
});

test("of two superusers who refund at once one gets 409, and sees the other's refund", async () => {
  const member = await yearlyMember();
  const bodies = [await bodyFor(member), await bodyFor(member, { amount: 3000 })];
  const answers = await Promise.all(bodies.map((body) => me.call(refund, { id: member.id }, body)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const loser = answers.find(({ statusCode }) => statusCode === 409);
  expect(loser?.json()).toMatchObject({ type: "refund_conflict" });
  const [made] = await cardRefunds(member);
  expect(await onlyPayment(member)).toMatchObject({ refunded: made });
});

test.each(["error", "error_after_work", "lost_answer"] as const)(
  "after %s the repeated request refunds once",
  async (mode) => {
    const member = await yearlyMember();
    const body = await bodyFor(member);
    const stop = t.sandbox.failures.add({ mode, call: "POST /v1/credit_notes" });
    const first = await me.call(refund, { id: member.id }, body);
    stop();
    // A 5xx after the work is looked up at once; without an answer the screen asks again.
    expect(first.statusCode).toBe(mode === "error_after_work" ? 200 : 503);
    t.errors.length = 0;
    expect((await me.call(refund, { id: member.id }, body)).json()).toMatchObject([{ refunded: 5000 }]);
    expect(await cardRefunds(member)).toEqual([5000]);
    expect(await logOf(member)).toHaveLength(1);
  },
);

test("a request of another screen, after an answer was lost, cannot refund a second time", async () => {
  const member = await yearlyMember();
  const body = await bodyFor(member);
  const stop = t.sandbox.failures.add({ mode: "lost_answer", call: "POST /v1/credit_notes" });
  expect((await me.call(refund, { id: member.id }, body)).statusCode).toBe(503);
  stop();
  t.errors.length = 0;
  const again = await me.call(refund, { id: member.id }, { ...body, request_id: randomUUID() });
  expect(again.json()).toMatchObject({ type: "refund_conflict" });
  expect(await cardRefunds(member)).toEqual([5000]);
});

test("when ending the subscription fails after the refund, the repeated request ends it without a second refund", async () => {
  const member = await yearlyMember();
  const body = await bodyFor(member, { amount: 16_500, ends_access: true });
  const stop = t.sandbox.failures.add({ mode: "error", call: "DELETE /v1/subscriptions" });
  expect((await me.call(refund, { id: member.id }, body)).statusCode).toBe(503);
  stop();
  t.errors.length = 0;
  expect(await seenAs(t, member)).toMatchObject({ watches: true });
  expect((await me.call(refund, { id: member.id }, body)).statusCode).toBe(200);
  expect(await seenAs(t, member)).toMatchObject({ status: "canceled", watches: false });
  expect(await cardRefunds(member)).toEqual([16_500]);
  expect(await logOf(member)).toHaveLength(1);
});

test("a member who left is refunded without a mail", async () => {
  const member = await yearlyMember({ password_hash: await hashPassword(PASSWORD) });
  const body = await bodyFor(member);
  expect((await member.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
  expect((await me.call(refund, { id: member.id }, body)).json()).toMatchObject([{ refunded: 5000 }]);
  expect(await subjectsTo(t.db, member.email)).not.toContain(REFUNDED);
  expect(await logOf(member)).toHaveLength(1);
});

test("a disputed payment shows reason and deadline, and is not refundable until the dispute is won", async () => {
  const member = await yearlyMember();
  const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, member) })).data;
  const { id, evidence_details } = t.sandbox.simulate.dispute(charge?.id ?? "");
  await deliverAll(t);
  const dueBy = new Date((evidence_details.due_by ?? 0) * 1000);
  const url = `https://dashboard.stripe.com/test/disputes/${id}`;
  expect(await onlyPayment(member)).toMatchObject({
    refundable: 0,
    dispute: { amount: 16_500, reason: "その他", status: "open", due_by: dueBy.toISOString(), url },
  });
  const response = await me.call(refund, { id: member.id }, await bodyFor(member));
  expect(response.json()).toMatchObject({ fields: { amount: ["返金できるのは0円までです。"] } });
  const alerts = (await me.get(contract.adminAlerts.list.url)).json<{ results: object[] }>().results;
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" } as const;
  const deadline = new Intl.DateTimeFormat("ja-JP", format).format(dueBy);
  expect(alerts[0]).toMatchObject({
    amount: 16_500,
    provider_url: url,
    message: expect.stringContaining(`理由：その他。証拠の提出期限：${deadline}。`) as string,
  });
  t.sandbox.simulate.closeDispute(id, "won");
  await deliverAll(t);
  expect(await onlyPayment(member)).toMatchObject({ refundable: 16_500, dispute: { status: "won" } });
});

test("while the provider is down, the list returns 503 with a message", async () => {
  const member = await yearlyMember();
  const stop = t.sandbox.failures.add({ mode: "down" });
  const answer = await me.call(list, { id: member.id });
  stop();
  t.errors.length = 0;
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ message: "お支払いの情報を読み込めませんでした。もう一度お試しください。" });
});

test("the right to money lists payments without the provider's documents, which name the member", async () => {
  const member = await yearlyMember();
  const { pdf, ...payment } = await onlyPayment(member);
  expect(pdf).not.toBeNull();
  const money = await staffCalls(t).withRights({ may_see_money: true });
  expect((await money.call(list, { id: member.id })).json()).toEqual([{ ...payment, pdf: null }]);
  const both = await staffCalls(t).withRights({ may_see_members: true, may_see_money: true });
  expect((await both.call(list, { id: member.id })).json()).toEqual([{ ...payment, pdf }]);
});
