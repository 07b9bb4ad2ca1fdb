import { contract } from "@manabiya/contract";
import type { Gift } from "@manabiya/contract/billing/gifts.ts";
import { GIFT_DAYS, giftPrice } from "@manabiya/contract/billing/gift-terms.ts";
import type { Payment } from "@manabiya/contract/staff/members/payments.ts";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "../../../test/testing/account-calls.ts";
import { CARDS, checkout, deliverAll, dropAll, endAll, pay, useBillingApp } from "../../../test/testing/billing-app.ts";
import { customerOf } from "../../../test/testing/billing-state.ts";
import type { Member } from "../../../test/testing/billing-types.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { hashPassword } from "../../accounts/passwords/password.ts";
import { createBilling, idOf } from "../provider/provider.ts";
import { reconcileHourly } from "../sync/reconcile.ts";
import { redeemGift } from "./redeem-gift.ts";

const t = useBillingApp();
const { superuser } = staffCalls(t);
const { create, list, redeem } = contract.gifts;
const NOW = Date.parse("2027-04-01T03:00:00Z");
const price = (months: number) => giftPrice(1500, months);

beforeEach(() => {
  t.clock.ms = NOW;
});
afterEach(async () => {
  t.sandbox.failures.clear();
  t.errors.length = 0;
  await endAll(t);
});

const order = (member: Member, months = 3) => member.call(create, { months, price: price(months) });
const use = (member: Member, code: string) => member.call(redeem, { code });
const look = (member: Member, session: string) =>
  member.call({ method: "GET", url: contract.subscription.checkSession.url.replace(":session_id", session) });
const giftsOf = async (member: Member) => (await member.call(list)).json<{ gifts: Gift[] }>().gifts;
const accessOf = async ({ id }: Member) =>
  (await selectRows(t.db, "users", { id }))[0]?.access_granted_until?.toString() ?? null;

async function ordered(member: Member, months = 3): Promise<string> {
  const answer = await order(member, months);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ session_id: string }>().session_id;
}

/** @returns the code of a gift that somebody bought */
async function bought(months = 3, member?: Member): Promise<{ giver: Member; code: string }> {
  const giver = member ?? (await t.member({}));
  pay(t, await ordered(giver, months), CARDS.good);
  await deliverAll(t);
  const [gift] = await giftsOf(giver);
  return { giver, code: gift?.code ?? "" };
}

async function untilOf(member: Member, code: string): Promise<string> {
  const answer = await use(member, code);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ access_granted_until: string }>().access_granted_until;
}

describe("buying", () => {
  test.each([
    ["subscription_status of a trial", { subscription_status: "trial" as const }],
    ["an ended contract", { subscription_status: "canceled" as const }],
    ["no contract", {}],
  ])("a member with %s pays once and gets one code by page and mail", async (_, given) => {
    const giver = await t.member(given);
    const session = await ordered(giver);
    expect(await t.stripe.checkout.sessions.retrieve(session)).toMatchObject({
      mode: "payment",
      amount_subtotal: 4500,
      amount_total: 4950,
      invoice_creation: { enabled: true },
      custom_text: { submit: { message: expect.stringContaining(`お支払いの日を含めて${GIFT_DAYS}日間`) } },
    });
    expect((await look(giver, session)).json()).toEqual({ status: "open" });
    pay(t, session, CARDS.good);
    expect((await look(giver, session)).json()).toEqual({ status: "complete" });
    const [gift, ...others] = await giftsOf(giver);
    expect(others).toEqual([]);
    expect(gift).toMatchObject({
      session_id: session,
      months: 3,
      code: expect.stringMatching(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/),
      // 28 September in Japan is day 181.
      valid_until: "2027-09-27T15:00:00.000Z",
      redeemed_at: null,
      is_open: true,
    });
    // The confirmation names the same day.
    expect((await giver.call(list)).json()).toMatchObject({ valid_until: gift?.valid_until });
    const mails = (await mailsTo(t.db, giver.email)).filter(({ subject }) => subject.includes("ギフト"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`ギフトコード：${gift?.code}`);
    expect(mails[0]?.text).toContain("有効期限は2027年9月27日です。");
    // The giver's own status stays.
    expect(await accessOf(giver)).toBeNull();
  });

  test("the return page, events and the hourly job make one gift, in any order and at once", async () => {
    const giver = await t.member({});
    const session = await ordered(giver);
    pay(t, session, CARDS.good);
    await Promise.all([deliverAll(t), look(giver, session), look(giver, session)]);
    await look(giver, session);
    await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
    expect(await giftsOf(giver)).toHaveLength(1);
    expect((await mailsTo(t.db, giver.email)).filter(({ subject }) => subject.includes("ギフト"))).toHaveLength(1);
  });

  test("the hourly job makes the gift when no event arrives and nobody returns", async () => {
    const giver = await t.member({});
    pay(t, await ordered(giver), CARDS.good);
    dropAll(t);
    await reconcileHourly(createBilling({ ...t.deps, log: t.deps.logger }));
    expect(await giftsOf(giver)).toHaveLength(1);
  });

  test("a double click, a lost answer and a second tab open one checkout, which another choice replaces", async () => {
    const giver = await t.member({});
    t.sandbox.failures.add({ mode: "lost_answer", call: "POST /v1/checkout/sessions", times: 2 });
    expect((await order(giver)).statusCode).toBe(503);
    t.sandbox.failures.clear();
    const sessions = await Promise.all([ordered(giver), ordered(giver), ordered(giver)]);
    expect(new Set(sessions).size).toBe(1);
    expect(await ordered(giver, 6)).not.toBe(sessions[0]);
    const customer = await customerOf(t, giver);
    const { data } = await t.stripe.checkout.sessions.list({ customer });
    expect(data.map(({ status }) => status)).toEqual(["open", "expired"]);
  });

  test("refuses another price than today's, and a number of months that is not sold", async () => {
    const giver = await t.member({});
    expect((await giver.call(create, { months: 3, price: price(3) - 1 })).json()).toMatchObject({
      type: "price_changed",
    });
    expect((await giver.call(create, { months: 2, price: price(2) })).json()).toMatchObject({
      fields: { months: ["月数を選択してください。"] },
    });
  });

  test("nobody else sees the session or the code, and its invoice is a receipt of the giver", async () => {
    const { giver } = await bought();
    const other = await t.member({});
    const [gift] = await giftsOf(giver);
    expect(await giftsOf(other)).toEqual([]);
    expect((await look(other, gift?.session_id ?? "")).statusCode).toBe(404);
    const { documents } = (await giver.call(contract.receipts.list)).json<{ documents: object[] }>();
    expect(documents).toMatchObject([{ total: 4950, tax: 450, kind: "receipt" }]);
  });

  test("a gift that was paid in the moment of 退会 is mailed, and its code stays valid", async () => {
    const giver = await t.member({ password_hash: await hashPassword(PASSWORD) });
    pay(t, await ordered(giver), CARDS.good);
    dropAll(t);
    expect((await giver.call(contract.profile.remove, { password: PASSWORD })).statusCode).toBe(200);
    const gift = (await selectRows(t.db, "gifts")).find(({ user_id }) => user_id === null);
    expect(await untilOf(await t.member({}), gift?.code ?? "")).toBe("2027-07-01T15:00:00.000Z");
  });
});

describe("redeeming", () => {
  test("lets a member watch for the months to the end of a day in Japan, without renewal, and then asks for a plan", async () => {
    const { code } = await bought(1);
    const member = await t.member({});
    expect(await untilOf(member, code)).toBe("2027-05-01T15:00:00.000Z");
    expect((await member.call(contract.profile.get)).json()).toMatchObject({
      subscription_status: "active",
      subscription_plan: "none",
      cancel_at_period_end: true,
      can_watch: true,
    });
    t.clock.ms = Date.parse("2027-05-01T15:00:00Z");
    expect((await member.call(contract.profile.get)).json()).toMatchObject({
      subscription_status: "inactive",
      can_watch: false,
    });
  });

  test.each([
    ["2027-01-31T03:00:00Z", 1, "2027-02-28T15:00:00.000Z"],
    ["2027-02-28T15:30:00Z", 12, "2028-03-01T15:00:00.000Z"],
    ["2028-02-29T03:00:00Z", 12, "2029-02-28T15:00:00.000Z"],
  ])("on %s, %i months last until %s", async (at, months, until) => {
    t.clock.ms = Date.parse(at);
    const { code } = await bought(months);
    expect(await untilOf(await t.member({}), code)).toBe(until);
  });

  test("works typed in lower case, full width, with blanks and with hyphens", async () => {
    for (const form of [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replaceAll("-", " "),
      (code: string) => code.replaceAll(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
      (code: string) => ` ${code.replaceAll("-", "ー")} `,
    ]) {
      const { code } = await bought(1);
      expect((await use(await t.member({}), form(code))).statusCode, form(code)).toBe(200);
    }
  });

  test("lengthens a gift that runs, and begins after a running trial", async () => {
    const member = await t.member({});
    await untilOf(member, (await bought(1)).code);
    expect(await untilOf(member, (await bought(3)).code)).toBe("2027-08-01T15:00:00.000Z");
    const created_at = new Date(NOW - 24 * 60 * 60 * 1000).toISOString();
    const trial = await t.member({ subscription_status: "trial", created_at });
    expect(await untilOf(trial, (await bought(1)).code)).toBe("2027-05-07T15:00:00.000Z");
    const [row] = await selectRows(t.db, "users", { id: trial.id });
    expect(row?.subscription_status).toBe("trial");
  });

  test("one of many members at once wins, the others get 409, and the winner's repeated call the same answer", async () => {
    const { code } = await bought();
    const members = await Promise.all([1, 2, 3, 4].map(() => t.member({})));
    const answers = await Promise.all(members.map((member) => use(member, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const loser = answers.find(({ statusCode }) => statusCode === 409);
    expect(loser?.json()).toMatchObject({ type: "gift_used", error: "このギフトは、すでに使われています。" });
    const winner = members[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? expect.fail();
    expect(await untilOf(winner, code)).toBe("2027-07-01T15:00:00.000Z");
    expect(new Date((await accessOf(winner)) ?? "").toISOString()).toBe("2027-07-01T15:00:00.000Z");
  });

  test("one member's parallel calls lengthen access once", async () => {
    const { code } = await bought(1);
    const member = await t.member({});
    const answers = await Promise.all([1, 2, 3].map(() => use(member, code)));
    expect(answers.map((answer) => answer.json<{ access_granted_until: string }>().access_granted_until)).toEqual(
      Array(3).fill("2027-05-01T15:00:00.000Z"),
    );
  });

  test("two gifts of a member at once both count", async () => {
    const codes = [(await bought(1)).code, (await bought(1)).code];
    const member = await t.member({});
    await Promise.all(codes.map((code) => use(member, code)));
    expect(new Date((await accessOf(member)) ?? "").toISOString()).toBe("2027-06-01T15:00:00.000Z");
  });

  test("is valid in its last second and refused in the next", async () => {
    const [first, second] = [await bought(1), await bought(1)];
    t.clock.ms = Date.parse("2027-09-27T14:59:59.999Z");
    expect((await use(await t.member({}), first.code)).statusCode).toBe(200);
    t.clock.ms = Date.parse("2027-09-27T15:00:00Z");
    expect((await use(await t.member({}), second.code)).json()).toMatchObject({
      fields: { code: ["このギフトコードは、有効期限が切れています。"] },
    });
  });

  test("a member with a running contract is refused, and the code stays valid for somebody else", async () => {
    const { code } = await bought();
    const subscriber = await t.member({});
    // The event has not arrived yet.
    pay(t, await checkout(subscriber, "monthly"), CARDS.good);
    const answer = await use(subscriber, code);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ type: "gift_subscribed" });
    expect(await accessOf(subscriber)).toBeNull();
    expect((await use(await t.member({}), code)).statusCode).toBe(200);
  });

  test.each(["screen", "dashboard"])("is refused after a refund by the %s", async (by) => {
    const { giver, code } = await bought();
    const customer = await customerOf(t, giver);
    if (by === "dashboard") {
      const [charge] = (await t.stripe.charges.list({ customer })).data;
      await t.stripe.refunds.create({ charge: charge?.id ?? "" });
    } else {
      const me = await superuser();
      const { list: paid, refund } = contract.adminPayments;
      const [payment] = (await me.call(paid, { id: giver.id })).json<Payment[]>();
      expect(payment).toMatchObject({ amount: 4950, refundable: 4950 });
      const body = { amount: 4950, refunded: 0, ends_access: false, reason: "お申し出", request_id: randomUUID() };
      expect((await me.call(refund, { id: giver.id }, { ...body, invoice: payment?.invoice })).statusCode).toBe(200);
    }
    const member = await t.member({});
    expect((await use(member, code)).json()).toMatchObject({
      type: "gift_void",
      error: "このギフトは、お支払いが取り消されたため使えません。贈った方にご確認ください。",
    });
    expect(await accessOf(member)).toBeNull();
    expect(await giftsOf(giver)).toMatchObject([{ payment: "refunded", is_open: false, redeemed_at: null }]);
  });

  test("is refused while its payment is disputed and after a loss, and works after a won dispute", async () => {
    const [lost, won] = [await bought(1), await bought(1)];
    for (const [{ giver, code }, outcome] of [
      [lost, "lost"],
      [won, "won"],
    ] as const) {
      const [charge] = (await t.stripe.charges.list({ customer: await customerOf(t, giver) })).data;
      const { id } = t.sandbox.simulate.dispute(charge?.id ?? "");
      const member = await t.member({});
      expect((await use(member, code)).json()).toMatchObject({ type: "gift_void" });
      expect(await giftsOf(giver)).toMatchObject([{ payment: "disputed", is_open: false }]);
      t.sandbox.simulate.closeDispute(id, outcome);
      const payment = outcome === "won" ? "paid" : "refunded";
      expect(await giftsOf(giver)).toMatchObject([{ payment, is_open: outcome === "won" }]);
      expect((await use(member, code)).statusCode).toBe(outcome === "won" ? 200 : 409);
    }
  });

  test("uses nothing while the provider is away, and the giver's list does not call it unused", async () => {
    const { giver, code } = await bought(1);
    const member = await t.member({});
    t.sandbox.failures.add({ mode: "down", call: "GET /v1/checkout/sessions" });
    expect((await use(member, code)).statusCode).toBe(503);
    expect((await giver.call(list)).statusCode).toBe(503);
    t.sandbox.failures.clear();
    expect((await use(member, code)).statusCode).toBe(200);
  });

  test("stays unused when the member leaves while the provider is asked", async () => {
    const { giver, code } = await bought(1);
    const { id } = await t.member({});
    await t.db.query({ text: "update users set closed_at = now() where id = $1", values: [id] });
    await expect(
      redeemGift(createBilling({ ...t.deps, log: t.deps.logger }), id, code.replaceAll("-", "")),
    ).rejects.toMatchObject({ status: 401 });
    expect(await giftsOf(giver)).toMatchObject([{ is_open: true, redeemed_at: null }]);
  });

  test("limits wrong codes, and right ones do not count", async () => {
    const member = await t.member({});
    await untilOf(member, (await bought(1)).code);
    const wrong = "2222-2222-2222-2222";
    for (let guess = 0; guess < 20; guess++) {
      expect((await use(member, wrong)).json()).toMatchObject({
        fields: { code: ["このギフトコードは見つかりません。入力した文字を確認してください。"] },
      });
    }
    expect((await use(member, wrong)).statusCode).toBe(429);
    expect((await use(member, "短い")).json()).toMatchObject({ type: "validation_error" });
  });
});

test("staff see both sides on the members' pages", async () => {
  const { giver, code } = await bought();
  const me = await superuser();
  const timeline = async (id: number) =>
    (await me.call(contract.adminMemberDesk.timeline, { id }))
      .json<{ entries: { source: string; what: string; by: string | null }[] }>()
      .entries.filter(({ source }) => source === "gift" || source === "checkout");
  expect(await timeline(giver.id)).toMatchObject([{ what: "bought:3", by: null }]);
  const member = await t.member({ username: "受取 花子" });
  await use(member, code);
  expect(await timeline(giver.id)).toMatchObject([{ what: "bought:3", by: "受取 花子" }]);
  expect(await timeline(member.id)).toMatchObject([{ what: "redeemed:3" }]);
});

test("a gift neither ends nor hides the giver's own contract", async () => {
  const subscriber = await t.member({});
  pay(t, await checkout(subscriber, "monthly"), CARDS.good);
  await deliverAll(t);
  await bought(3, subscriber);
  const { subscription } = (await subscriber.call(contract.subscription.get)).json<{ subscription: object }>();
  expect(subscription).toMatchObject({ plan: "monthly", next_charge: 1650 });
  const customer = await customerOf(t, subscriber);
  const charges = (await t.stripe.charges.list({ customer })).data;
  expect(charges.map(({ amount, refunded }) => [amount, refunded])).toEqual([
    [4950, false],
    [1650, false],
  ]);
  expect(charges.map(({ customer: of }) => idOf(of))).toEqual([customer, customer]);
});
