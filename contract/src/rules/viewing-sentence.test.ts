import { expect, test } from "vitest";
import { canWatch } from "./can-watch.ts";
import { type ExplainedUser, viewingSentence } from "./viewing-sentence.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-23T03:00:00.000Z");
const at = (offset: number) => new Date(NOW + offset).toISOString();
const userWith = (given: Partial<ExplainedUser>): ExplainedUser => ({
  subscription_status: "inactive",
  subscription_end_date: null,
  cancel_at_period_end: false,
  created_at: at(-60 * DAY),
  is_staff: false,
  is_superuser: false,
  ...given,
});

/** Every combination of the values that the rule reads, each instant before, at and after now. */
function everyState(): ExplainedUser[] {
  const ends = [null, at(-400 * DAY), at(-DAY), at(0), at(1), at(5 * DAY), at(400 * DAY)];
  const states: ExplainedUser[] = [];
  for (const subscription_status of ["active", "trial", "inactive", "canceled"] as const)
    for (const subscription_end_date of ends)
      for (const access_granted_until of ends)
        for (const created_at of [at(-60 * DAY), at(-7 * DAY), at(-7 * DAY + 1), at(-HOUR)])
          for (const cancel_at_period_end of [true, false])
            for (const payment_failed of [true, false])
              for (const [is_staff, is_superuser] of [
                [false, false],
                [true, false],
                [false, true],
              ] as const)
                for (const [closed_at, suspended_at] of [
                  [null, null],
                  [at(-DAY), null],
                  [null, at(-DAY)],
                ] as const)
                  states.push({
                    subscription_status,
                    subscription_end_date,
                    access_granted_until,
                    created_at,
                    cancel_at_period_end,
                    payment_failed,
                    is_staff,
                    is_superuser,
                    closed_at,
                    suspended_at,
                  });
  return states;
}

const CAN = /視聴できます|視聴権があります/;
const CANNOT = /視聴できません|終了しました/;
const UNTIL = /^(?:無料体験中のため、)?(?:(\d+)年)?(\d+)月(\d+)日まで/;

/** The end of the day that the sentence names, in Japan. */
function namedEnd(sentence: string): number | null {
  const [, year = "2026", month, day] = UNTIL.exec(sentence) ?? [];
  if (month === undefined || day === undefined) return null;
  return Date.parse(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T00:00:00+09:00`) + DAY;
}

test("the sentence and the rule agree in every state", () => {
  const states = everyState();
  expect(states.length).toBeGreaterThan(9000);
  for (const state of states) {
    const sentence = viewingSentence(state, NOW);
    const shown = `${sentence} ${JSON.stringify(state)}`;
    expect([CAN.test(sentence), CANNOT.test(sentence)], shown).toEqual(
      canWatch(state, NOW) ? [true, false] : [false, true],
    );
  }
});

test("a member watches until the day that the sentence names, and not after it", () => {
  let named = 0;
  for (const state of everyState()) {
    const sentence = viewingSentence(state, NOW);
    const end = namedEnd(sentence);
    if (!canWatch(state, NOW)) continue;
    const shown = `${sentence} ${JSON.stringify(state)}`;
    if (end === null) expect(canWatch(state, NOW + 4000 * DAY), shown).toBe(true);
    else {
      named++;
      expect(canWatch(state, Math.max(NOW, end - DAY)), shown).toBe(true);
      expect(canWatch(state, end), shown).toBe(false);
    }
  }
  expect(named).toBeGreaterThan(100);
});

test.each<[Partial<ExplainedUser>, string]>([
  [{}, "契約がないため、視聴できません"],
  [{ is_staff: true }, "スタッフのため、視聴できます"],
  [{ subscription_status: "trial", created_at: "2026-11-15T03:00:00.000Z" }, "無料体験は11月22日に終了しました"],
  [
    { subscription_status: "trial", created_at: "2026-11-20T03:00:00.000Z" },
    "無料体験中のため、11月27日まで視聴できます",
  ],
  [
    { subscription_status: "active", cancel_at_period_end: true, subscription_end_date: "2026-11-30T03:00:00.000Z" },
    "11月30日まで視聴できます（解約済み）",
  ],
  [
    { subscription_status: "active", subscription_end_date: "2026-12-01T03:00:00.000Z" },
    "契約中のため、視聴できます（次回の更新日は12月1日）",
  ],
  [
    { subscription_status: "active", subscription_end_date: "2026-12-01T03:00:00.000Z", payment_failed: true },
    "契約中のため、視聴できます（お支払いを確認できていません）",
  ],
  [
    { subscription_status: "canceled", subscription_end_date: "2025-10-31T03:00:00.000Z" },
    "契約は2025年10月31日に終了しました",
  ],
  [{ subscription_status: "canceled", subscription_end_date: "2027-10-31T03:00:00.000Z" }, "契約は終了しました"],
  [
    { subscription_status: "canceled", access_granted_until: "2026-12-31T15:00:00.000Z" },
    "12月31日まで視聴権があります",
  ],
  [{ access_granted_until: "2026-10-31T15:00:00.000Z" }, "視聴権は10月31日に終了しました"],
  [
    { suspended_at: "2026-11-20T03:00:00.000Z", subscription_status: "active" },
    "11月20日からスタッフが利用を停止しているため、視聴できません",
  ],
  [{ closed_at: "2026-11-01T03:00:00.000Z", is_staff: true }, "11月1日に退会したため、視聴できません"],
])("%o: %s", (given, expected) => {
  expect(viewingSentence(userWith(given), NOW)).toBe(expected);
});

// Midnight in Japan is 15:00 UTC. An end at midnight belongs to the day before; a renewal at midnight to its own day.
const MIDNIGHT = "2026-11-30T15:00:00.000Z";
const BEFORE = "2026-11-30T14:59:59.999Z";
const AFTER = "2026-11-30T15:00:00.001Z";

test.each<[Partial<ExplainedUser>, string]>([
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: BEFORE }, "11月30日まで"],
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: MIDNIGHT }, "11月30日まで"],
  [{ subscription_status: "active", cancel_at_period_end: true, subscription_end_date: AFTER }, "12月1日まで"],
  [
    { subscription_status: "active", cancel_at_period_end: true, subscription_end_date: null },
    "契約中のため、視聴できます",
  ],
  [{ subscription_status: "active", subscription_end_date: BEFORE }, "（次回の更新日は11月30日）"],
  [{ subscription_status: "active", subscription_end_date: MIDNIGHT }, "（次回の更新日は12月1日）"],
  [{ access_granted_until: MIDNIGHT }, "11月30日まで視聴権が"],
  [{ access_granted_until: AFTER }, "12月1日まで視聴権が"],
  [{ subscription_status: "trial", created_at: "2026-11-23T15:00:00.000Z" }, "11月30日まで"],
  [{ subscription_status: "trial", created_at: "2026-11-23T15:00:00.001Z" }, "12月1日まで"],
  [
    { subscription_status: "canceled", subscription_end_date: "2026-10-31T15:00:00.000Z" },
    "契約は10月31日に終了しました",
  ],
  [
    { subscription_status: "canceled", subscription_end_date: "2026-10-31T15:00:00.001Z" },
    "契約は11月1日に終了しました",
  ],
  // The right that ends last is named.
  [{ subscription_status: "trial", created_at: at(-DAY), access_granted_until: at(6 * DAY + 1) }, "視聴権があります"],
  [{ subscription_status: "trial", created_at: at(-DAY), access_granted_until: at(5 * DAY) }, "無料体験中"],
  [
    { subscription_status: "canceled", subscription_end_date: at(-2 * DAY), access_granted_until: at(-DAY) },
    "視聴権は",
  ],
  [{ subscription_status: "canceled", subscription_end_date: at(-DAY), access_granted_until: at(-2 * DAY) }, "契約は"],
  [{ subscription_status: "canceled", subscription_end_date: null, access_granted_until: at(-DAY) }, "視聴権は"],
])("%o at midnight: %s", (given, expected) => {
  expect(viewingSentence(userWith(given), NOW)).toContain(expected);
});

test.each([
  [at(-1), "契約中のため、視聴できます"],
  [at(0), "契約中のため、視聴できます"],
  [at(1), "契約中のため、視聴できます（次回の更新日は11月23日）"],
])("a renewal at %s is named only while it is to come", (subscription_end_date, expected) => {
  expect(viewingSentence(userWith({ subscription_status: "active", subscription_end_date }), NOW)).toBe(expected);
});

test("a subscription that ended at this moment is told with its day", () => {
  const given = (end: string) => userWith({ subscription_status: "canceled", subscription_end_date: end });
  expect([at(0), at(1)].map((end) => viewingSentence(given(end), NOW))).toEqual([
    "契約は11月23日に終了しました",
    "契約は終了しました",
  ]);
});
