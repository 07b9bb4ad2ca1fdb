import { expect, test } from "vitest";
import {
  canWatch,
  canWatchVideo,
  hasComplimentaryAccess,
  isStaff,
  TRIAL_DAYS,
  trialDaysLeft,
  trialEnd,
  type ViewingRights,
} from "./can-watch.ts";

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

const at = (offset: number) => new Date(NOW + offset).toISOString();
const DAY = 86_400_000;

test.each<[Partial<ViewingRights>, boolean]>([
  [{ access_granted_until: at(-1) }, false],
  [{ access_granted_until: at(0) }, false],
  [{ access_granted_until: at(1) }, true],
  [{ access_granted_until: null }, false],
  [{ access_granted_until: at(1), suspended_at: at(-1) }, false],
  [{ access_granted_until: at(1), closed_at: at(-1) }, false],
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: at(-1) }, false],
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: at(0) }, false],
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: at(1) }, true],
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: null }, true],
  [{ subscription_status: "active", cancel_at_period_end: false, subscription_end_date: at(-DAY) }, true],
  [{ subscription_status: "canceled", cancel_at_period_end: true, subscription_end_date: at(DAY) }, false],
  [{ subscription_status: "inactive", subscription_end_date: at(DAY) }, false],
  [{ subscription_status: "trial", created_at: at(-7 * DAY - 1) }, false],
  [{ subscription_status: "trial", created_at: at(-7 * DAY) }, false],
  [{ subscription_status: "trial", created_at: at(-7 * DAY + 1) }, true],
  [{ subscription_status: "trial", created_at: at(-8 * DAY), is_staff: true }, true],
  [{ subscription_status: "trial", created_at: at(-8 * DAY), access_granted_until: at(1) }, true],
  [{ subscription_status: "inactive", created_at: at(0) }, false],
])("%o may watch: %j", (given, expected) => {
  expect(canWatch(user(given), NOW)).toBe(expected);
  expect(canWatchVideo(user(given), { opened_at: null }, NOW)).toBe(expected);
  expect(canWatchVideo(user(given), { opened_at: at(0) }, NOW)).toBe(true);
});

test("a visitor watches a video that is open, and no other", () => {
  expect(canWatchVideo(null, { opened_at: at(-DAY) }, NOW)).toBe(true);
  expect(canWatchVideo(null, { opened_at: null }, NOW)).toBe(false);
});

test.each([
  [at(0), 7],
  [at(-1), 7],
  [at(-DAY + 1), 7],
  [at(-DAY), 6],
  [at(-6 * DAY), 1],
  [at(-7 * DAY + 1), 1],
  [at(-7 * DAY), 0],
  [at(-30 * DAY), 0],
])("a trial since %s has %i days left", (created_at, days) => {
  expect(TRIAL_DAYS).toBe(7);
  expect(trialEnd(created_at)).toBe(Date.parse(created_at) + 7 * DAY);
  expect(trialDaysLeft({ subscription_status: "trial", created_at }, NOW)).toBe(days);
  expect(trialDaysLeft({ subscription_status: "active", created_at }, NOW)).toBeNull();
});

test("complimentary access and staff", () => {
  const ends = [at(-1), at(0), at(1), null];
  expect(ends.map((end) => hasComplimentaryAccess({ access_granted_until: end }, NOW))).toEqual([
    ...[false, false, true, false],
  ]);
  expect(hasComplimentaryAccess({}, NOW)).toBe(false);
  const roles = [false, true].flatMap((is_staff) => [false, true].map((is_superuser) => ({ is_staff, is_superuser })));
  expect(roles.map(isStaff)).toEqual([false, true, true, true]);
});
