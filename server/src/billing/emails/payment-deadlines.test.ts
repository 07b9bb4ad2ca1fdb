import { formatYen } from "@manabiya/contract/rules/prices.ts";
import { expect, test } from "vitest";
import { SITE } from "../../../test/testing/site.ts";
import { tooManyRequests } from "../../errors/app-error.ts";
import type { FailedBill } from "../sync/bills.ts";
import { closedMail } from "./document-templates.ts";
import { finalNoticeMail, paymentActionMail, paymentFailedMail } from "./payment-templates.ts";

const recipient = "member@example.com";
const bill = (changes: Partial<FailedBill> = {}): FailedBill => ({
  id: "in_1",
  amount: 1650,
  currency: "jpy",
  isCharged: true,
  dueAt: null,
  url: "https://pay.example/in_1",
  retryAt: "2026-11-24T03:00:00Z",
  // Already the 22nd in Japan.
  since: Date.parse("2026-11-21T15:00:00Z"),
  declinedAt: null,
  needsAuthentication: false,
  ...changes,
});
const ENDS = "にお支払いを確認できない場合、ご契約は終了し、動画を視聴できなくなります。";

test.each([
  ["first failure", paymentFailedMail, bill(), "2026年11月29日ごろまで"],
  ["first failure without another attempt", paymentFailedMail, bill({ retryAt: null }), "2026年11月29日ごろまで"],
  ["missing authentication", paymentActionMail, bill({ needsAuthentication: true }), "2026年11月29日ごろまで"],
  ["last notice", finalNoticeMail, bill({ retryAt: "2026-11-28T15:00:00Z" }), "2026年11月29日まで"],
  ["last notice after the attempts", finalNoticeMail, bill({ retryAt: null }), "数日のうち"],
])("the mail at the %s says until when to pay", (_name, compose, failed, deadline) => {
  const { text, html } = compose(SITE, { recipient, plan: "monthly", bill: failed });
  expect(text).toContain(`${deadline}${ENDS}`);
  expect(html).toContain(`${deadline}${ENDS}`);
});

test.each([
  [-500, "−500円"],
  [-1_234_567, "−1,234,567円"],
  [0, "0円"],
])("%i yen are shown as %s", (yen, shown) => expect(formatYen(yen)).toBe(shown));

test("a document of a refund has an amount without a hyphen as its sign", () => {
  const document = { issued_at: "2026-11-20T00:00:00Z", kind: "credit_note", total: -500, pdf: null } as never;
  const { text, subject } = closedMail(SITE, { recipient, documents: [document] });
  expect(subject).toContain("（領収書のご案内）");
  expect(text).toContain("返金・返還 500円（税込）");
  expect(text).not.toMatch(/-\d/);
});

test.each([
  [1, "1分"],
  [60, "1分"],
  [61, "2分"],
  [3_600, "60分"],
  [7_140, "119分"],
  [7_141, "2時間"],
  [86_400, "24時間"],
])("a limit that ends in %i s says to come back after %s", (seconds, wait) => {
  expect(tooManyRequests(seconds).message).toBe(`試行回数が多すぎます。${wait}後にもう一度お試しください。`);
});
