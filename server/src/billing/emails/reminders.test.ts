import { beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../db/insert-rows.ts";
import { createUser } from "../../../test/testing/factories.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { createBilling } from "../provider/provider.ts";
import { expiringCards } from "./card-reminders.ts";
import { upcomingRenewals } from "./renewal-reminders.ts";

// The rows alone decide who is reminded. The provider would refuse to preview an ended or cancelled renewal, which hides
// a reminder that should not have been chosen.

const t = useTestApp();
const billing = () => createBilling({ ...t.deps, log: t.deps.logger });
const DAY = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();

beforeEach(async () => {
  await t.db.query({ text: "delete from subscriptions" });
  await t.db.query({ text: "delete from billing_letters" });
});

async function subscribed(given: object = {}, user = {}) {
  const { id } = await createUser(t.db, t.clock, user);
  return insertRow(t.db, "subscriptions", {
    user_id: id,
    subscription_id: `sub_${id}`,
    status: "active",
    plan: "yearly",
    period_end: at(t.clock.now() + 5 * DAY),
    cancel_at_period_end: false,
    payment_failed: false,
    synced_at: at(t.clock.now()),
    card_id: `pm_${id}`,
    card_expires: "2026-11",
    ...given,
  });
}

type Case = [what: string, given: () => object, user: object, isReminded: boolean];
const inDays = (days: number, ms = 0) => at(t.clock.now() + days * DAY + ms);

describe("the reminder of a yearly renewal", () => {
  test.each<Case>([
    ["an active year", () => ({}), {}, true],
    ["a year that staff began with free days", () => ({ status: "trialing" }), {}, true],
    ["a month", () => ({ plan: "monthly" }), {}, false],
    ["a cancelled year", () => ({ cancel_at_period_end: true }), {}, false],
    ["an unpaid year", () => ({ status: "past_due" }), {}, false],
    ["an ended year", () => ({ status: "canceled" }), {}, false],
    ["a closed account", () => ({}), { closed_at: "2026-11-01T00:00:00.000Z" }, false],
    ["a renewal at this moment", () => ({ period_end: inDays(0) }), {}, false],
    ["a renewal in a millisecond", () => ({ period_end: inDays(0, 1) }), {}, true],
    ["a renewal in 14 days", () => ({ period_end: inDays(14) }), {}, true],
    ["a renewal in 14 days and a millisecond", () => ({ period_end: inDays(14, 1) }), {}, false],
    ["no known renewal", () => ({ period_end: null }), {}, false],
  ])("%s", async (_what, given, user, isReminded) => {
    const { user_id } = await subscribed(given(), user);
    const due = await upcomingRenewals(billing());
    expect(due.map((renewal) => renewal.user_id)).toEqual(isReminded ? [user_id] : []);
  });

  test.each<[string, string, number, boolean]>([
    ["the same kind and renewal", "renewal", 0, false],
    ["another kind", "card_expiring", 0, true],
    ["last year's renewal", "renewal", -365, true],
  ])("after a letter of %s", async (_what, kind, days, isReminded) => {
    const { subscription_id, user_id, period_end } = await subscribed();
    const day = at(Date.parse(period_end ?? "") + days * DAY).slice(0, 10);
    await insertRow(t.db, "billing_letters", {
      kind,
      about: `${subscription_id} ${day}`,
      user_id,
      queued_at: at(t.clock.now()),
    });
    expect(await upcomingRenewals(billing())).toHaveLength(isReminded ? 1 : 0);
  });
});

describe("the reminder of a card", () => {
  // 15:00 UTC is midnight in Japan.
  const midnight = "2026-11-30T15:00:00.000Z";
  const before = "2026-11-30T14:59:59.999Z";

  test.each<Case>([
    ["that ends in the renewal's month", () => ({ period_end: before }), {}, true],
    ["that ends in the month before, by Japan's clock", () => ({ period_end: midnight }), {}, true],
    ["that ends in the month after", () => ({ period_end: before, card_expires: "2026-12" }), {}, false],
    [
      "that ends in the renewal's month by Japan's clock",
      () => ({ period_end: midnight, card_expires: "2026-12" }),
      {},
      true,
    ],
    ["that ended a year before", () => ({ card_expires: "2025-12" }), {}, true],
    ["of a month's plan", () => ({ plan: "monthly" }), {}, true],
    ["of a contract with free days", () => ({ status: "trialing" }), {}, true],
    ["of a cancelled contract", () => ({ cancel_at_period_end: true }), {}, false],
    ["of an unpaid contract", () => ({ status: "past_due" }), {}, false],
    ["of a closed account", () => ({}), { closed_at: "2026-11-01T00:00:00.000Z" }, false],
    ["that is not known", () => ({ card_expires: null }), {}, false],
    ["whose renewal is now", () => ({ period_end: inDays(0) }), {}, false],
    ["whose renewal is in a millisecond", () => ({ period_end: inDays(0, 1) }), {}, true],
    ["whose renewal is in 20 days", () => ({ period_end: inDays(20) }), {}, true],
    ["whose renewal is in 20 days and a millisecond", () => ({ period_end: inDays(20, 1) }), {}, false],
  ])("%s", async (_what, given, user, isReminded) => {
    const { user_id } = await subscribed(given(), user);
    const due = await expiringCards(billing());
    expect(due.map((card) => card.user_id)).toEqual(isReminded ? [user_id] : []);
  });

  test("comes once for a card and a renewal", async () => {
    const { card_id, user_id, period_end } = await subscribed();
    const about = `${card_id} ${period_end?.slice(0, 10)}`;
    const letter = { about, user_id, queued_at: at(t.clock.now()) };
    await insertRow(t.db, "billing_letters", { ...letter, kind: "renewal" });
    expect(await expiringCards(billing())).toMatchObject([{ user_id, card_id, about }]);
    await insertRow(t.db, "billing_letters", { ...letter, kind: "card_expiring" });
    expect(await expiringCards(billing())).toEqual([]);
  });
});
