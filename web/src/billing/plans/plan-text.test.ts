import { expect, test } from "vitest";
import type { Profile } from "../../api/answers.ts";
import { needsPlan, statusAdvice, statusName } from "./plan-text.ts";

const PAYING: Profile = {
  id: 1,
  username: "太郎",
  email: "taro@example.com",
  email_verified_at: null,
  subscription_plan: "monthly",
  subscription_status: "active",
  subscription_end_date: "2027-01-31T14:59:59.000Z",
  cancel_at_period_end: true,
  created_at: "2026-01-01T00:00:00.000Z",
  is_staff: false,
  is_superuser: false,
  may_see_members: false,
  may_see_money: false,
  has_second_factor: false,
  has_password: true,
  needs_second_factor: false,
  can_watch: true,
  trial_days_left: null,
};

test("a member who has ended the renewal sees so, and still has a plan", () => {
  expect(statusName(PAYING)).toBe("ご利用中（自動更新なし）");
  expect(statusAdvice(PAYING)).toBe("自動更新は止まっています。2027年1月31日まで視聴できます。");
  expect(needsPlan(PAYING)).toBe(false);
});

test("a member with complimentary access has no renewal, and is offered a plan", () => {
  // Midnight in Japan belongs to the next day.
  const end = { subscription_end_date: "2027-01-31T15:00:00.000Z" };
  const granted = { ...PAYING, ...end, subscription_plan: "none" } as const;
  expect(statusName(granted)).toBe("ご利用中");
  expect(statusAdvice(granted)).toBe(
    "2027年1月31日まで視聴できます。続けて視聴するには、プランのお申し込みが必要です。",
  );
  expect(needsPlan(granted)).toBe(true);
  expect(needsPlan({ ...granted, is_staff: true })).toBe(false);
});
