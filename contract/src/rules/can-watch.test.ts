import { expect, test } from "vitest";
import { canWatch, type ViewingRights } from "./can-watch.ts";

const NOW = Date.parse("2026-11-21T03:00:00.000Z");
const YESTERDAY = "2026-11-20T03:00:00.000Z";
const TOMORROW = "2026-11-22T03:00:00.000Z";

const user = (given: Partial<ViewingRights>): ViewingRights => ({
  subscription_status: "inactive",
  subscription_end_date: null,
  cancel_at_period_end: false,
  created_at: "2026-01-01T00:00:00.000Z",
  is_staff: false,
  is_superuser: false,
  ...given,
});

test.each<[string, Partial<ViewingRights>, boolean]>([
  ["a member without a subscription cannot watch", {}, false],
  ["staff can watch", { is_staff: true }, true],
  ["superusers can watch", { is_superuser: true }, true],
  ["a closed account cannot watch", { is_superuser: true, closed_at: YESTERDAY }, false],
  ["a suspended account cannot watch", { is_superuser: true, suspended_at: YESTERDAY }, false],
  ["complimentary access allows watching", { access_granted_until: TOMORROW }, true],
  ["complimentary access ends", { access_granted_until: YESTERDAY }, false],
  [
    "complimentary access does not depend on the subscription",
    { subscription_status: "canceled", access_granted_until: TOMORROW },
    true,
  ],
  ["an active subscription allows watching", { subscription_status: "active", subscription_end_date: YESTERDAY }, true],
  [
    "a cancelled subscription lasts to its end",
    { subscription_status: "active", cancel_at_period_end: true, subscription_end_date: TOMORROW },
    true,
  ],
  [
    "a cancelled subscription ends",
    { subscription_status: "active", cancel_at_period_end: true, subscription_end_date: YESTERDAY },
    false,
  ],
  ["a trial lasts seven days", { subscription_status: "trial", created_at: "2026-11-14T03:00:00.001Z" }, true],
  ["a trial ends after seven days", { subscription_status: "trial", created_at: "2026-11-14T03:00:00.000Z" }, false],
])("%s", (_title, given, expected) => {
  expect(canWatch(user(given), NOW)).toBe(expected);
});
