import { describe, expect, test } from "vitest";
import { invoice, type InvoiceGiven, line, secondsOf, subscription } from "../../../test/testing/provider-objects.ts";
import { SITE } from "../../../test/testing/site.ts";
import { type FailedBill, NO_BILLS } from "../sync/bills.ts";
import { type MemberState, stateOf } from "../sync/provider-state.ts";
import { emailsForFailure, emailsForPayments, isChange, isGivenUp } from "./emails-for-bills.ts";
import { emailsForChange } from "./emails-for-change.ts";
import { factsOf, paymentBlocks } from "./payment-facts.ts";
import { paymentMail } from "./payment-templates.ts";

const NOW = Date.parse("2026-11-21T03:00:00.000Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (offset: number) => new Date(NOW + offset).toISOString();

describe("the facts of a paid invoice", () => {
  const lines = [
    line(-700, { start: secondsOf("2026-10-01T00:00:00Z"), end: secondsOf("2027-10-31T00:00:00Z") }),
    line(1500, { start: secondsOf("2026-11-20T15:00:00Z"), end: secondsOf("2026-12-20T14:59:59Z") }),
  ];
  const given = { lines, paid_at: secondsOf("2026-11-20T14:59:59Z") };
  const period = "対象期間：2026年11月21日から2026年12月20日まで";
  const day = "お支払い日：2026年11月20日";
  const number = "請求書番号：M-1";
  const total = "合計：1,650円（税込、うち消費税150円）";

  test.each<[string, Parameters<typeof invoice>[0], string[]]>([
    ["paid by card", {}, [total, "カードへのご請求：1,650円", period, day, number]],
    [
      "paid in part by the balance",
      { amount_due: 650, amount_paid: 650 },
      [total, "残高からの充当：1,000円", "カードへのご請求：650円", period, day, number],
    ],
    [
      "paid by the balance",
      { amount_due: 0, amount_paid: 0, ending_balance: -1 },
      [total, "残高からの充当：1,650円", "カードへのご請求：0円", period, number],
    ],
    [
      "of 49 yen, which wait",
      { total: 49, amount_due: 0, amount_paid: 0, ending_balance: 49, tax: 4 },
      [
        "合計：49円（税込、うち消費税4円）",
        "次回以降のお支払いへの繰り越し：49円（50円未満のため）",
        "カードへのご請求：0円",
        period,
        number,
      ],
    ],
    [
      "of which the balance paid all but one yen",
      { amount_due: 0, amount_paid: 0, ending_balance: 1 },
      [
        total,
        "残高からの充当：1,649円",
        "次回以降のお支払いへの繰り越し：1円（50円未満のため）",
        "カードへのご請求：0円",
        period,
        number,
      ],
    ],
    [
      "of one yen by the balance",
      { amount_due: 1649, amount_paid: 1649 },
      [total, "残高からの充当：1円", "カードへのご請求：1,649円", period, day, number],
    ],
    [
      "below zero",
      { total: -1, amount_due: 0, amount_paid: 0, ending_balance: -1, tax: null },
      ["残高への追加：1円（税込）", "カードへのご請求：0円", period, number],
    ],
    [
      "of nothing",
      { total: 0, amount_due: 0, amount_paid: 0, tax: 0 },
      ["合計：0円（税込、うち消費税0円）", "カードへのご請求：0円", period, number],
    ],
    ["without a number", { number: null }, [total, "カードへのご請求：1,650円", period, day]],
    ["that sells nothing", { lines: [line(-5), line(0)] }, [total, "カードへのご請求：1,650円", day, number]],
  ])("%s", (_which, more, expected) => {
    expect(factsOf(invoice({ ...given, ...more })).text.split("\n")).toEqual(expected);
  });

  test("name the period that ends last among several that were sold", () => {
    const two = [
      line(10, { start: 0, end: 86_400 }),
      line(10, { start: 86_400, end: 200_000 }),
      line(10, { start: 5, end: 86_399 }),
    ];
    expect(factsOf(invoice({ lines: two })).text).toContain("対象期間：1970年1月2日から");
  });

  test("have the link only if the provider has a page", () => {
    const facts = factsOf(invoice(given));
    expect(paymentBlocks(facts, "見出し\n")).toEqual([
      `見出し\n${facts.text}`,
      { label: "請求書・領収書を開く", url: "https://invoice.example/1" },
    ]);
    const { hosted_invoice_url: _, ...without } = invoice(given);
    expect(paymentBlocks(factsOf(without as Parameters<typeof factsOf>[0]))).toEqual([facts.text]);
  });

  test.each([
    [0, "残高からのお支払いが完了しました", "カードへのご請求はありません。"],
    [1, "お支払いが完了しました", "お支払いいただき、ありがとうございます。"],
  ])("a mail about %i yen by card is titled %s", (charged, title, sentence) => {
    const mail = paymentMail(SITE, {
      recipient: "a@example.com",
      facts: { text: "", charged, url: null },
      nextCard: null,
    });
    expect(mail.subject).toBe(`【${SITE.name}】${title}`);
    expect(mail.text).toContain(sentence);
  });
});

describe("the mails of payments", () => {
  const kinds = (given: Parameters<typeof invoice>[0]) => {
    const bills = { ...NO_BILLS, paid: [invoice(given)] };
    const to = { userId: 7, recipient: "a@example.com", plan: "monthly" };
    return emailsForPayments(SITE, to, bills, NOW).map(({ kind, about, userId }) => `${kind} ${about} ${userId}`);
  };
  const paidBefore = (ms: number) => (NOW - ms) / 1000;

  test.each<[Parameters<typeof invoice>[0], string[]]>([
    [{ paid_at: paidBefore(0) }, ["payment in_1 7"]],
    [{ paid_at: paidBefore(0), total: 1 }, ["payment in_1 7"]],
    [{ paid_at: paidBefore(0), total: 0 }, []],
    [{ paid_at: paidBefore(0), total: -1 }, []],
    [{ paid_at: paidBefore(9 * DAY), billing_reason: "subscription_create" }, []],
    [{ paid_at: paidBefore(HOUR), billing_reason: "subscription_update" }, []],
    [{ paid_at: paidBefore(HOUR - 1000), billing_reason: "subscription_update" }, []],
    [{ paid_at: paidBefore(HOUR + 1000), billing_reason: "subscription_update" }, ["plan_changed in_1 7"]],
    [{ paid_at: paidBefore(HOUR + 1000), billing_reason: "subscription_update", total: 0 }, []],
    [{ paid_at: paidBefore(0), billing_reason: "manual" }, ["payment in_1 7"]],
  ])("%o: %j", (given, expected) => {
    expect(kinds(given)).toEqual(expected);
    expect(isChange(invoice(given))).toBe(given?.billing_reason === "subscription_update");
  });
});

const bill = (given: Partial<FailedBill> = {}): FailedBill => ({
  id: "in_1",
  amount: 1650,
  currency: "jpy",
  isCharged: true,
  dueAt: null,
  url: "https://invoice.example/1",
  retryAt: null,
  since: NOW,
  declinedAt: null,
  needsAuthentication: false,
  ...given,
});

describe("a bill without a payment", () => {
  test.each<[string, Partial<FailedBill>, boolean]>([
    ["a retry is planned", { retryAt: at(1), declinedAt: NOW - 9 * DAY, since: NOW - 20 * DAY }, false],
    ["an hour less a millisecond since the last decline", { declinedAt: NOW - HOUR + 1 }, false],
    ["an hour since the last decline", { declinedAt: NOW - HOUR }, true],
    ["declined just now, although old", { declinedAt: NOW, since: NOW - 20 * DAY }, false],
    ["never declined, a week and nearly an hour old", { since: NOW - 7 * DAY - HOUR + 1 }, false],
    ["never declined, a week and an hour old", { since: NOW - 7 * DAY - HOUR }, true],
  ])("is given up: %s", (_when, given, expected) => {
    expect(isGivenUp(bill(given), NOW)).toBe(expected);
  });

  test.each<[string, Partial<FailedBill>, string]>([
    ["at first", { retryAt: at(DAY) }, "payment_failed"],
    ["at first, with 3-D Secure missing", { retryAt: at(DAY), needsAuthentication: true }, "payment_action"],
    ["five days less a millisecond old", { since: NOW - 5 * DAY + 1, retryAt: at(DAY) }, "payment_failed"],
    ["five days old", { since: NOW - 5 * DAY, retryAt: at(DAY) }, "payment_final"],
    [
      "five days old, with 3-D Secure missing",
      { since: NOW - 5 * DAY, retryAt: at(DAY), needsAuthentication: true },
      "payment_final",
    ],
    ["five days old, with an attempt that is due now", { since: NOW - 5 * DAY, retryAt: at(0) }, "payment_failed"],
    ["five days old, with an attempt in a millisecond", { since: NOW - 5 * DAY, retryAt: at(1) }, "payment_final"],
    ["five days old, between attempts", { since: NOW - 5 * DAY, declinedAt: NOW - HOUR + 1 }, "payment_failed"],
    ["five days old and given up", { since: NOW - 5 * DAY, declinedAt: NOW - HOUR }, "payment_final"],
    ["given up before five days", { since: NOW - 5 * DAY + 1, declinedAt: NOW - 2 * DAY }, "payment_failed"],
  ])("causes one mail: %s", (_when, given, kind) => {
    const to = { userId: 7, recipient: "a@example.com", plan: "monthly" };
    const emails = emailsForFailure(SITE, to, bill(given), NOW);
    expect(emails.map((email) => `${email.kind} ${email.about} ${email.userId}`)).toEqual([`${kind} in_1 7`]);
    expect(emails[0]?.mail.text).toContain("1,650円（税込）");
    const names3dSecure = /本人認証/.test(emails[0]?.mail.text ?? "");
    expect(names3dSecure).toBe(given.needsAuthentication === true);
    if (kind === "payment_final") {
      expect(emails[0]?.mail.text.includes("カードへの自動請求は終了しました")).toBe((given.retryAt ?? null) === null);
    }
  });
});

describe("the mails of a change", () => {
  const START = NOW / 1000 - 86_400;
  const END = NOW / 1000 + 29 * 86_400;
  const active = {
    subscription_status: "active",
    subscription_plan: "monthly",
    subscription_end_date: new Date(END * 1000).toISOString(),
    cancel_at_period_end: false,
  } satisfies MemberState;
  const PAID_UPDATE: InvoiceGiven = {
    billing_reason: "subscription_update",
    paid_at: NOW / 1000,
    lines: [line(15_000, { price: "price_yearly" })],
  };

  interface Given {
    now?: Parameters<typeof subscription>[0];
    before?: Partial<MemberState & { previous_id: string | null }>;
    paid?: Parameters<typeof invoice>[0][];
    failed?: FailedBill | null;
    credit?: number;
  }
  function mails({ now = {}, before = {}, paid = [], failed = null, credit = 0 }: Given) {
    const changed = subscription({ start: START, end: END, ...now });
    return emailsForChange(SITE, {
      userId: 7,
      subscription: changed,
      state: stateOf(changed),
      bills: { ...NO_BILLS, paid: paid.map(invoice), failed },
      awaited: null,
      next: null,
      nextCard: null,
      credit,
      before: { email: "a@example.com", previous_id: "sub_1", ...active, ...before },
      now: NOW,
    });
  }
  const OCCASION = `sub_1 ${new Date(NOW).toISOString()}`;
  const yearly = { price: "price_yearly", interval: "year" };

  test.each<[string, Given, string[]]>([
    ["nothing changed", {}, []],
    ["a first payment", { before: { subscription_status: "inactive", previous_id: null } }, ["thanks sub_1"]],
    ["a payment in a trial", { before: { subscription_status: "trial", previous_id: null } }, ["thanks sub_1"]],
    ["a payment after an end", { before: { subscription_status: "canceled" } }, ["thanks sub_1"]],
    ["another subscription", { before: { previous_id: "sub_0" } }, ["thanks sub_1"]],
    ["one that was never read before", { before: { previous_id: null } }, []],
    ["a first payment that failed", { now: { status: "past_due" }, before: { subscription_status: "inactive" } }, []],
    [
      "a first payment that is not made",
      { now: { status: "incomplete" }, before: { subscription_status: "inactive" } },
      [],
    ],
    ["an interval that we do not sell", { now: { intervals: 3 } }, []],
    ["解約", { now: { cancel_at_period_end: true } }, [`cancelled ${OCCASION}`]],
    ["解約 that was known", { now: { cancel_at_period_end: true }, before: { cancel_at_period_end: true } }, []],
    ["解約 that was undone", { before: { cancel_at_period_end: true } }, []],
    ["another plan", { now: yearly }, [`plan_changed ${OCCASION}`]],
    ["another plan that was paid", { now: yearly, paid: [PAID_UPDATE] }, ["plan_changed in_1"]],
    [
      "another plan beside a payment of the old one",
      { now: yearly, paid: [{ ...PAID_UPDATE, lines: [line(1500, { price: "price_monthly" })] }] },
      [`plan_changed ${OCCASION}`],
    ],
    [
      "another plan beside a credit of the new one",
      { now: yearly, paid: [{ ...PAID_UPDATE, total: -9, lines: [line(-9, { price: "price_yearly" })] }] },
      [`plan_changed ${OCCASION}`],
    ],
    [
      "another plan beside a renewal of it",
      { now: yearly, paid: [{ ...PAID_UPDATE, billing_reason: "subscription_cycle" }] },
      [`plan_changed ${OCCASION}`, "payment in_1"],
    ],
    [
      "another plan and 解約",
      { now: { ...yearly, cancel_at_period_end: true } },
      [`plan_changed ${OCCASION}`, `cancelled ${OCCASION}`],
    ],
    ["the end", { now: { status: "canceled", ended_at: START } }, ["ended sub_1"]],
    ["an end that was known", { now: { status: "canceled" }, before: { subscription_status: "canceled" } }, []],
    ["an end of one that never ran", { now: { status: "canceled" }, before: { subscription_status: "inactive" } }, []],
    ["a failed renewal", { now: { status: "past_due" }, failed: bill({ retryAt: at(DAY) }) }, ["payment_failed in_1"]],
    ["the suspension", { now: { status: "unpaid" }, failed: bill() }, ["ended in_1"]],
    [
      "a suspension that was known",
      { now: { status: "unpaid" }, before: { subscription_status: "inactive" }, failed: bill() },
      [],
    ],
    ["a suspension without a bill", { now: { status: "unpaid" } }, []],
  ])("%s", (_what, given, expected) => {
    expect(mails(given).map(({ kind, about }) => `${kind} ${about}`)).toEqual(expected);
  });

  const textOf = (given: Given) => mails(given)[0]?.mail.text ?? "";

  test.each([
    [0, false],
    [1, true],
  ])("the mails at 解約 and at the end name a balance of %i yen: %j", (credit, isNamed) => {
    for (const now of [{ cancel_at_period_end: true }, { status: "canceled", ended_at: START } as const]) {
      expect(textOf({ now, credit }).includes("残高1円は、次にお申し込み")).toBe(isNamed);
    }
  });

  test.each([
    ["payment_failed", true],
    ["cancellation_requested", false],
    [null, false],
  ])("the mail at an end for the reason %s says that it was not paid: %j", (reason, isSaid) => {
    const now = { status: "canceled", ended_at: START, cancellation_details: { reason } } as Given["now"] & object;
    expect(textOf({ now }).includes("お支払いを確認できなかったため")).toBe(isSaid);
    expect(textOf({ now }).includes("あらためてご入力ください")).toBe(isSaid);
  });

  test.each([
    ["before the period", -1, false],
    ["with the period", 0, false],
    ["a second after it began", 1, true],
  ])("a change whose old end was %s tells what was left of the old plan", (_when, seconds, hasRest) => {
    const before = { subscription_end_date: new Date((START + seconds) * 1000).toISOString() };
    expect(textOf({ now: yearly, before }).includes("変更前のプランの残り")).toBe(hasRest);
    expect(textOf({ now: yearly, before: { subscription_end_date: null } })).toContain("変更前のプランの残り");
  });

  test("each plan's change tells what became of the rest, with price and renewal", () => {
    expect(textOf({ now: { ...yearly, unit_amount: 15_000 } })).toContain(
      "料金：16,500円（税込）\n次回の更新日：2026年12月20日（解約の",
    );
    expect(textOf({ now: yearly })).toContain("今回の請求から差し引かれています");
    expect(textOf({ before: { subscription_plan: "yearly" } })).toContain("残高となり、次回以降の請求に");
  });

  test("the thanks mail has the first payment, and only that", () => {
    const before = { subscription_status: "inactive" as const, previous_id: null };
    const first = { billing_reason: "subscription_create", paid_at: NOW / 1000, number: "M-9" } as const;
    expect(textOf({ before, paid: [first] })).toContain("今回のご請求\n合計：1,650円");
    expect(textOf({ before, paid: [{ ...first, billing_reason: "subscription_cycle" }] })).not.toContain(
      "今回のご請求",
    );
  });
});
