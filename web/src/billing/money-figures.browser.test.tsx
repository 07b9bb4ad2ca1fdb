import { contract } from "@manabiya/contract";
import type { CheckoutPreview } from "@manabiya/contract/billing/checkout-preview.ts";
import type { CreditBalance } from "@manabiya/contract/billing/sales.ts";
import type { BillingYear } from "@manabiya/contract/billing/receipts.ts";
import type { PlanChangePreview, SubscriptionDetails } from "@manabiya/contract/billing/subscription.ts";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import type { MemberCredit, Payment } from "@manabiya/contract/staff/members/payments.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beginSession, endSession } from "../session/session.ts";
import type { Profile } from "../api/answers.ts";
import { queryClient } from "../api/query-client.ts";
import { MemberFacts } from "../staff/members/member-facts.tsx";
import { Balances } from "../staff/figures/sales/balances.tsx";
import { MemberPayments } from "../staff/members/member-payments.tsx";
import { FinalConfirmation } from "./checkout/final-confirmation.tsx";
import Billing from "./subscription/billing.tsx";
import { ChangePreview } from "./subscription/change-preview.tsx";
import SuspendedBill from "./subscription/suspended-bill.tsx";

// Every figure of an answer has a value of its own, so that a screen that shows another one in its place is found.

let position: HTMLElement;
let root: ReturnType<typeof createRoot>;
/** The server's answers by path. */
let answers: Record<string, unknown>;

beforeEach(() => {
  answers = {};
  vi.spyOn(window, "fetch").mockImplementation(async (path) => {
    const { pathname } = new URL(path instanceof Request ? path.url : path, location.href);
    return pathname in answers ? Response.json(answers[pathname]) : Response.json({ error: "" }, { status: 404 });
  });
  beginSession({
    user: { id: 7, username: "太郎", subscription_status: "active" },
    token: { access: "a", refresh: "r" },
  });
  queryClient.clear();
  position = document.body.appendChild(document.createElement("div"));
  root = createRoot(position);
});
afterEach(() => {
  root.unmount();
  position.remove();
  endSession("logged-out");
  queryClient.clear();
  vi.restoreAllMocks();
});

function show(screen: ReactNode, address = "/"): void {
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

const text = () => position.textContent;
/** The screen's rows by their names. */
const rows = () =>
  Object.fromEntries(
    [...position.querySelectorAll("dt")].map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]),
  );
const press = (label: string) =>
  flushSync(() =>
    [...document.querySelectorAll<HTMLElement>("button, label")]
      .find((each) => each.textContent.startsWith(label) || each.ariaLabel === label)
      ?.click(),
  );

const RENEWALS = {
  next_charge_at: "2027-01-05T03:00:00.000Z",
  next_charge: 4004,
  first_due_at: "2027-02-06T03:00:00.000Z",
  first_due: 5005,
};
const REFUNDABLE = "払い戻しをご希望の場合は、お問い合わせください。";

describe("a change of plan", () => {
  const PREVIEW: PlanChangePreview = {
    from_plan: "yearly",
    to_plan: "monthly",
    charged_today: 1001,
    unused: 2002,
    credit: 3003,
    ...RENEWALS,
    proration_date: 1,
    at_period_end: {
      credit: 6006,
      next_charge_at: "2027-03-07T03:00:00.000Z",
      next_charge: 7007,
      first_due_at: "2027-04-08T03:00:00.000Z",
      first_due: 8008,
    },
  };
  async function preview(given: Partial<PlanChangePreview> = {}): Promise<Record<string, string | null | undefined>> {
    answers[contract.subscription.previewChange.url] = { ...PREVIEW, ...given };
    show(<ChangePreview plan={given.to_plan ?? "monthly"}>{() => null}</ChangePreview>);
    await expect.poll(() => rows()["変更"]).toBeDefined();
    return rows();
  }

  test("to the monthly plan shows what is left, charged and due", async () => {
    expect(await preview()).toMatchObject({
      変更: "年額プラン → 月額プラン",
      現在のプランの残り: "2,002円（税込）分を、新しいプランの料金に充てます。",
      本日のお支払い: "1,001円（税込）",
      残高: `3,003円（税込）が残り、次回以降の請求に自動で充てられます。${REFUNDABLE}`,
      次回の更新: "2027年1月5日に4,004円（税込）",
      "次のご請求（残高を使い切ったあと）": "2027年2月6日に5,005円（税込）",
      その後の更新: "解約のお手続きをされるまで、1か月ごとに自動で更新されます。",
    });
  });

  test.each([
    [0, []],
    [1, ["残高", "次のご請求（残高を使い切ったあと）"]],
  ])("with %i yen of balance names it and what follows", async (credit, names) => {
    const shown = await preview({ credit, from_plan: "monthly", to_plan: "yearly", at_period_end: null });
    expect(Object.keys(shown).filter((name) => name.includes("残高"))).toEqual(names);
    expect(shown["その後の更新"]).toContain("1年ごとに");
    expect(position.querySelector("fieldset")).toBeNull();
  });

  test("at the end of the period shows that period's figures", async () => {
    await preview();
    expect(text()).toContain("2027年3月7日に変わります");
    press("契約期間の終わりに変更する");
    expect(rows()).toMatchObject({
      変更日: "2027年3月7日。それまでは年額プランのままです。",
      本日のお支払い: "0円（税込）",
      残高: "6,006円（税込）が、月額プランの請求に自動で充てられます。",
      月額プランの最初のお支払い: "2027年3月7日に7,007円（税込）",
      "次のご請求（残高を使い切ったあと）": "2027年4月8日に8,008円（税込）",
    });
    expect(rows()["現在のプランの残り"]).toBeUndefined();
  });

  test("at the end of the period without a balance names one payment", async () => {
    const later = { credit: 0, next_charge_at: RENEWALS.next_charge_at, next_charge: 7007 };
    await preview({ at_period_end: { ...later, first_due_at: RENEWALS.next_charge_at, first_due: 7007 } });
    press("契約期間の終わりに変更する");
    expect(Object.keys(rows()).filter((name) => name.includes("残高"))).toEqual([]);
  });
});

describe("the final confirmation of an order", () => {
  const PREVIEW: CheckoutPreview = {
    plan: "monthly",
    price: 1650,
    tax: 150,
    charged_today: 1001,
    credit_used: 2002,
    credit: 3003,
    ...RENEWALS,
    coupon: null,
  };
  const COUPON = { code: "SPRING", price: 825, tax: 75, payments: 3, full_price_at: "2027-05-09T03:00:00.000Z" };
  let ordered: (number | undefined)[];
  async function confirm(given: Partial<CheckoutPreview> | null, address = "/checkout") {
    if (given) answers[contract.checkout.preview.url] = { ...PREVIEW, ...given };
    ordered = [];
    const remember = (_coupon: unknown, price?: number) => void ordered.push(price);
    show(
      <FinalConfirmation plan={given?.plan ?? "monthly"}>
        {(coupon, price) => (remember(coupon, price), null)}
      </FinalConfirmation>,
      address,
    );
    await expect.poll(() => rows()["料金"]).toBeDefined();
    return rows();
  }

  test("shows price, tax, balance and what is charged when, and orders for the price that it shows", async () => {
    expect(await confirm({})).toMatchObject({
      料金: "1,650円（税込）／月",
      内訳: "本体1,500円＋消費税10% 150円",
      "12か月続けた場合の合計": "19,800円（税込）",
      残高: "2,002円を今回の料金に充てます。充当後の残高は3,003円です。",
      本日のお支払い: "1,001円（税込）",
      "2回目以降のお支払い":
        "毎月、自動で更新され、1,650円（税込）が請求されます。次回は2027年1月5日に4,004円（税込）です。残高を使い切ると、2027年2月6日に5,005円（税込）、その後は毎回1,650円（税込）をお支払いいただきます。",
    });
    expect(ordered.at(-1)).toBe(1650);
  });

  test.each([
    [{ credit_used: 0, credit: 0 }, undefined, false],
    [{ credit_used: 1, credit: 0 }, "1円を今回の料金に充てます。", false],
    [{ credit_used: 1, credit: 1 }, "1円を今回の料金に充てます。充当後の残高は1円です。", true],
    [{ credit_used: 1, credit: 1, first_due: 0 }, "1円を今回の料金に充てます。充当後の残高は1円です。", false],
  ])("with %o", async (given, balance, hasDue) => {
    const shown = await confirm(given);
    expect(shown["残高"]).toBe(balance);
    expect(shown["2回目以降のお支払い"]?.includes("残高を使い切ると")).toBe(hasDue);
  });

  test.each<[Partial<typeof COUPON> | { payments: null; full_price_at: null }, string, string, string]>([
    [
      {},
      "最初の3回のお支払いが、それぞれ825円",
      "17,325円",
      "825円（税込）が請求されます。次回は2027年1月5日に4,004円（税込）です。2027年5月9日からは1,650円",
    ],
    [
      { payments: 1 },
      "初回のお支払いが825円",
      "18,975円",
      "1,650円（税込）が請求されます。次回は2027年1月5日に4,004円（税込）です。残高",
    ],
    [
      { payments: 2 },
      "最初の2回のお支払いが、それぞれ825円",
      "18,150円",
      "825円（税込）が請求されます。次回は2027年1月5日に4,004円（税込）です。2027年5月9日からは1,650円",
    ],
    [{ payments: 12 }, "最初の12回のお支払いが、それぞれ825円", "9,900円", "825円（税込）が請求されます。"],
    [{ payments: 13 }, "最初の13回のお支払いが、それぞれ825円", "9,900円", "825円（税込）が請求されます。"],
    [
      { payments: null, full_price_at: null },
      "毎回のお支払いが825円",
      "9,900円",
      "825円（税込）が請求されます。次回は2027年1月5日に4,004円（税込）です。残高",
    ],
  ])("with a coupon %o", async (given, reduction, year, later) => {
    const shown = await confirm({ coupon: { ...COUPON, ...given } }, "/checkout?code=spring");
    expect(shown["クーポン"]).toContain(`「SPRING」で、${reduction}（税込、うち消費税75円）になります。`);
    expect(shown["12か月続けた場合の合計"]).toBe(`${year}（税込）`);
    expect(shown["2回目以降のお支払い"]).toContain(later);
    expect(shown["料金"]).toBe("1,650円（税込）／月");
  });

  test("of a year has no sum of months", async () => {
    const shown = await confirm({ plan: "yearly", price: 16_500, tax: 1500 });
    expect(shown).toMatchObject({ 料金: "16,500円（税込）／年", 内訳: "本体15,000円＋消費税10% 1,500円" });
    expect(shown["12か月続けた場合の合計"]).toBeUndefined();
  });
});

describe("the profile's block about the contract", () => {
  const CARD = { brand: "visa", last4: "4242", exp_month: 3, exp_year: 2028, is_expiring: false };
  const DETAILS: SubscriptionDetails = {
    plan: "monthly",
    price: 1650,
    price_without_tax: 1500,
    next_charge_at: "2027-01-05T03:00:00.000Z",
    next_charge: 2002,
    next_charge_has_coupon: false,
    credit: 3003,
    card: CARD,
    scheduled_change: null,
    failed_payment: null,
  };
  const PROFILE = {
    subscription_status: "active",
    cancel_at_period_end: false,
    subscription_end_date: "2027-01-05T03:00:00.000Z",
  } as Profile;
  async function billing(given: Partial<SubscriptionDetails> | null, credit = 3003) {
    const rest = { unpaid_bill: null, pending_change: null, credit, has_invoices: true };
    answers[contract.subscription.get.url] = { subscription: given && { ...DETAILS, ...given }, ...rest };
    show(<Billing profile={PROFILE} onDone={() => {}} skeleton={null} />);
    await expect.poll(text).not.toBe("");
    return rows();
  }

  test("shows price, next payment, card and balance", async () => {
    expect(await billing({})).toEqual({
      料金: "1,650円（税込）／月",
      次回のお支払い: "2027年1月5日に2,002円（税込）",
      お支払い方法: "Visa 末尾4242（有効期限 2028年3月）",
      残高: `3,003円（次回以降のお支払いに自動で充てられます。${REFUNDABLE}）`,
    });
    expect(text()).not.toContain("もう一度お申し込み");
  });

  test.each<[string, Partial<SubscriptionDetails> | null, number, string[], boolean]>([
    ["no balance", { credit: 0 }, 0, ["料金", "次回のお支払い", "お支払い方法"], false],
    ["one yen", { credit: 1 }, 1, ["料金", "次回のお支払い", "お支払い方法", "残高"], false],
    ["no renewal", { next_charge_at: null, next_charge: null }, 3003, ["料金", "お支払い方法"], true],
    ["no renewal and no balance", { next_charge_at: null, credit: 0 }, 0, ["料金", "お支払い方法"], false],
    ["no card", { card: null }, 3003, ["料金", "次回のお支払い", "残高"], false],
    ["no contract", null, 3003, [], true],
    ["no contract and no balance", null, 0, [], false],
  ])("with %s", async (_what, given, credit, names, waits) => {
    expect(Object.keys(await billing(given, credit))).toEqual(names);
    expect(text().includes("残高3,003円は、もう一度お申し込みいただいたときの")).toBe(waits);
  });

  test("says whether a coupon reduced the next payment, and whether the card ends before it", async () => {
    expect(await billing({ next_charge_has_coupon: true, card: { ...CARD, is_expiring: true } })).toMatchObject({
      次回のお支払い: "2027年1月5日に2,002円（税込、クーポン適用後）",
    });
    expect(text()).toContain("カードの有効期限が、次回のお支払いの月までに切れます");
  });

  const SENT = { amount: 4004, url: "https://bill.example", due_at: "2027-02-05T03:00:00.000Z", retry_at: null };
  const LATE = "2027-03-05T03:00:00.000Z";
  test.each<[string, Partial<SubscriptionDetails>, said: string[], unsaid: string[]]>([
    [
      "an end after renewals",
      { ends_at: LATE },
      ["契約終了日", "2027年3月5日（それまでは自動で更新されます）", "解約を取り消す", "解約する"],
      ["プランを変更する"],
    ],
    [
      "a pause with an end",
      { next_charge_at: null, collection_pause: { until: LATE } },
      ["2027年3月5日まで、料金の請求を停止しています。", "残高3,003円（次回以降"],
      ["次回のお支払い", "もう一度お申し込み"],
    ],
    [
      "a pause without an end",
      { next_charge_at: null, collection_pause: { until: null } },
      ["料金の請求を停止しています。"],
      ["次回のお支払い"],
    ],
    [
      "a sent bill",
      { card: null, sends_invoices: true, sent_bill: { ...SENT, needs_authentication: false, is_overdue: false } },
      ["お支払い方法請求書払い", "4,004円（税込）の請求書を、2027年2月5日までにお支払いください。"],
      ["期限を過ぎて"],
    ],
    [
      "an overdue bill",
      { card: null, sends_invoices: true, sent_bill: { ...SENT, needs_authentication: false, is_overdue: true } },
      ["期限を過ぎています。"],
      ["カードを変更するか"],
    ],
    [
      "another card's payment",
      { paid_by_other: { brand: "jcb", last4: "0505" } },
      ["前回はJCB 末尾0505のカード", "次回は、ご登録のVisa 末尾4242に請求します。"],
      [],
    ],
    [
      "dollars",
      { currency: "usd", price: 1999, next_charge: 2199, credit: 0 },
      ["$19.99（税込）／月", "$21.99（税込"],
      ["円"],
    ],
    [
      "a bill that staff gave up",
      { failed_payment: { ...SENT, needs_authentication: false, is_charged: false } },
      ["カードへの請求は終了しています。請求書からお支払いください。"],
      ["カードを変更するか"],
    ],
  ])("with %s", async (_what, given, said, unsaid) => {
    await billing(given, given.credit ?? 3003);
    for (const sentence of said) expect(text()).toContain(sentence);
    for (const sentence of unsaid) expect(text()).not.toContain(sentence);
  });

  const FAILED = {
    amount: 4004,
    url: "https://bill.example",
    retry_at: "2027-02-06T03:00:00.000Z",
    needs_authentication: false,
  };
  test.each([
    [{}, "2027年2月6日にもう一度請求します。", "請求書を開いて支払う"],
    [{ retry_at: null }, "カードを変更するか、請求書から", "請求書を開いて支払う"],
    [{ needs_authentication: true }, "カード会社の本人認証が必要です。", "本人認証をして支払う"],
  ])("names a failed payment with %o", async (given, remedy, link) => {
    await billing({ failed_payment: { ...FAILED, ...given } });
    expect(text()).toContain(`4,004円（税込）のお支払いを確認できませんでした。${remedy}`);
    expect(position.querySelector('a[href="https://bill.example"]')?.textContent).toBe(link);
    expect(text()).not.toContain("プランを変更する");
  });

  test("names the bill of a suspended contract", async () => {
    answers[contract.subscription.get.url] = { subscription: null, unpaid_bill: FAILED, credit: 0 };
    show(<SuspendedBill />);
    await expect.poll(text).toContain("4,004円（税込）のお支払いを確認できませんでした。請求書からお支払いいただくと");
  });
});

describe("the receipts of a year", () => {
  const receipt = {
    id: "in_1",
    kind: "receipt",
    number: "M-1",
    issued_at: "2026-12-31T15:00:00.000Z",
    pdf: null,
  } as const;
  const YEAR: BillingYear = {
    year: 2027,
    years: [2027, 2026],
    name: "",
    invoice_number: "T7000012050002",
    total: 1001,
    tax: 91,
    paid: 801,
    documents: [
      { ...receipt, description: "月額プラン", total: 2002, tax: 182, paid: 1702 },
      {
        ...receipt,
        id: "cn_1",
        kind: "credit",
        number: "C-1",
        description: "返金",
        total: -1001,
        tax: -92,
        paid: -901,
      },
      { ...receipt, id: "in_2", number: "M-2", description: "全額カード", total: 303, tax: 28, paid: 303 },
    ],
  };

  test("have their sums, and each document its own figures", async () => {
    answers[contract.receipts.list.url] = YEAR;
    const { default: ReceiptsPage } = await import("./receipts/receipts-page.tsx");
    show(<ReceiptsPage />);
    await expect.poll(() => rows()["合計（税込）"]).toBeDefined();
    expect(rows()).toMatchObject({
      "合計（税込）": "1,001円",
      "うち消費税（10%）": "91円",
      カードでのお支払い: "801円（差額は残高から充当）",
      登録番号: "T7000012050002",
    });
    expect([...position.querySelectorAll("li")].map((li) => li.textContent)).toEqual([
      "2027年1月1日2,002円月額プランM-1・うち消費税 182円・残高から300円",
      "2027年1月1日−1,001円返金C-1・うち消費税 −92円・残高へ100円",
      "2027年1月1日303円全額カードM-2・うち消費税 28円",
    ]);
  });

  test("say what has no document, and keep another currency out of the yen", async () => {
    const dollars = { ...receipt, id: "in_3", number: "M-3", description: "月額", total: 1999, tax: 0, paid: 1999 };
    answers[contract.receipts.list.url] = {
      ...YEAR,
      total: 501,
      documents: [...YEAR.documents.slice(0, 2), { ...dollars, currency: "usd" }],
    };
    const { default: ReceiptsPage } = await import("./receipts/receipts-page.tsx");
    show(<ReceiptsPage />);
    await expect.poll(() => rows()["書類のない返金など"]).toBe("−500円（合計に含まれます）");
    expect([...position.querySelectorAll("li")].at(-1)?.textContent).toContain("$19.99");
  });

  test("name the card's part only if it differs, and the number only if there is one", async () => {
    answers[contract.receipts.list.url] = {
      ...YEAR,
      paid: YEAR.total,
      documents: YEAR.documents.slice(0, 2),
      invoice_number: "",
    };
    const { default: ReceiptsPage } = await import("./receipts/receipts-page.tsx");
    show(<ReceiptsPage />);
    await expect.poll(() => rows()["合計（税込）"]).toBeDefined();
    expect(Object.keys(rows())).toEqual(["合計（税込）", "うち消費税（10%）"]);
  });
});

describe("members with credit", () => {
  const since = "2027-03-05T03:00:00.000Z";
  test.each<[string, CreditBalance[], string]>([
    ["are a table", [{ member: { id: 7, username: "花子" }, amount: 14_850, since }], "花子14,850円2027年"],
    ["have no name for who may not see members", [{ member: null, amount: 1, since }], "非表示1円"],
    ["can be none", [], "残高のある会員はいません"],
  ])("%s", async (_what, balances, said) => {
    answers[contract.adminSales.balances.url] = balances;
    show(<Balances />);
    press("残高を表示");
    await expect.poll(text).toContain(said);
  });
});

describe("a member's payments at the desk", () => {
  const PAYMENT: Payment = {
    invoice: "in_1",
    number: "M-1",
    paid_at: "2027-01-05T03:00:00.000Z",
    description: "年額プラン",
    amount: 16_500,
    refunded: 4004,
    refundable: 12_001,
    credit: 0,
    pdf: null,
    dispute: { amount: 5005, reason: "不正利用", status: "open", due_by: "2027-02-06T03:00:00.000Z", url: null },
  };
  async function desk(given: Partial<Payment> = {}, charges: MemberCredit["charges"] = null): Promise<void> {
    answers[contract.adminPayments.credit.url.replace(":id", "7")] = { credit: 0, entries: [], charges };
    answers[contract.adminPayments.list.url.replace(":id", "7")] = [{ ...PAYMENT, ...given }];
    show(<MemberPayments member={{ id: 7, username: "花子", cancel_at_period_end: false }} />);
    await expect.poll(text).toContain("M-1");
  }

  const late = "2027-04-05T03:00:00.000Z";
  test("stand below the contract's next charge and its later end", async () => {
    await desk({}, { next_charge_at: "2027-02-05T03:00:00.000Z", next_charge: 1650, ends_at: late });
    await expect
      .poll(rows)
      .toMatchObject({
        次回のお支払い: "2027年2月5日に1,650円（税込）",
        契約終了日: "2027年4月5日（それまでは自動で更新されます）",
      });
  });

  test("stand below a pause of the collection", async () => {
    await desk({}, { next_charge_at: null, next_charge: null, collection_pause: { until: late } });
    await expect.poll(text).toContain("2027年4月5日まで、料金の請求を停止しています。");
    expect(rows()["次回のお支払い"]).toBeUndefined();
  });

  test("have amount, refunds and dispute, and the dialog offers what is left", async () => {
    await desk();
    expect(text()).toContain("2027年1月5日16,500円返金済み 4,004円年額プランM-1");
    expect(text()).toContain("対応が必要な異議申し立て5,005円・理由：不正利用証拠の提出期限：2027年2月6日 12:00");
    press("2027年1月5日の16,500円を返金");
    await expect.poll(() => document.body.textContent).toContain("12,001円まで返金できます。");
    expect(document.body.textContent).toContain("花子さんの2027年1月5日のお支払い16,500円");
    expect([...document.querySelectorAll("input")].map(({ value }) => value)).toContain("12001");
  });

  test.each([
    [0, false],
    [1, true],
  ])("can be refunded while %i yen are left: %j", async (refundable, isOffered) => {
    await desk({ refundable, refunded: 0, dispute: null });
    expect([...position.querySelectorAll("button")].length > 0).toBe(isOffered);
    expect(text()).not.toContain("返金済み");
  });

  test.each<[MemberDetail["payment"], Record<string, string>]>([
    [
      {
        unpaid_amount: 2002,
        retry_at: "2027-02-06T03:00:00.000Z",
        needs_authentication: false,
        card_expires: "2027-03",
      },
      { 未払いの請求: "2,002円（次の請求は2027年2月6日）", カードの有効期限: "2027年3月" },
    ],
    [
      { unpaid_amount: 2002, retry_at: null, needs_authentication: false, card_expires: null },
      { 未払いの請求: "2,002円（次の請求の予定なし）" },
    ],
    [
      { unpaid_amount: 2002, retry_at: "2027-02-06T03:00:00.000Z", needs_authentication: true, card_expires: null },
      { 未払いの請求: "2,002円（本人認証が必要）" },
    ],
    [{ unpaid_amount: null, retry_at: null, needs_authentication: false, card_expires: null }, {}],
  ])("stand among the member's facts: %o", (payment, expected) => {
    const member = {
      id: 7,
      email: "a@example.com",
      email_verified_at: null,
      created_at: "2026-01-01T00:00:00.000Z",
      subscription_status: "active",
      subscription_plan: "monthly",
      subscription_end_date: "2027-04-08T03:00:00.000Z",
      access_granted_until: null,
      last_watched_at: null,
      closed_at: null,
      watched_count: 9,
      cancel_at_period_end: false,
      provider: { customer_url: null, subscription_url: null },
      payment,
    } as unknown as MemberDetail;
    show(<MemberFacts member={member} />);
    const { 未払いの請求, カードの有効期限, 次回の更新日 } = rows();
    expect({ ...(未払いの請求 && { 未払いの請求 }), ...(カードの有効期限 && { カードの有効期限 }) }).toEqual(expected);
    expect(次回の更新日).toBe("2027年4月8日");
  });
});
