import { expect, test } from "vitest";
import { secondsOf, subscription } from "../../../test/testing/provider-objects.ts";
import {
  instantOf,
  type MemberState,
  memberStateOf,
  memberWithoutCustomer,
  periodEnd,
  periodStart,
  planOf,
  rank,
  stateOf,
} from "./provider-state.ts";

const ended = (id: string, created: number, at: number) =>
  ({ id, status: "canceled", created, ended_at: at, canceled_at: at }) as const;
const live = (id: string, created: number) =>
  ({ id, status: "active", created, ended_at: null, canceled_at: null }) as const;

const chosenOf = (...listed: Parameters<typeof rank>[0]) => rank(listed).chosen?.id;

test.each([
  ["sub_a", "sub_b"],
  ["sub_b", "sub_a"],
])("chooses the subscription that ended last when %s and %s began in the same second", (left, stayed) => {
  const listed = [ended(stayed, 100, 187), ended(left, 100, 100)];
  expect(chosenOf(...listed)).toBe(stayed);
  expect(chosenOf(...listed.reverse())).toBe(stayed);
});

test("chooses the subscription that ended last over one that began later", () => {
  expect(chosenOf(ended("sub_second", 150, 150), ended("sub_first", 100, 187))).toBe("sub_first");
});

test.each([
  ["sub_a", "sub_b"],
  ["sub_b", "sub_a"],
])("chooses the first of the list when begin and end are the same: %s before %s", (first, second) => {
  expect(chosenOf(ended(first, 100, 100), ended(second, 100, 100))).toBe(first);
});

test("chooses the same of two live subscriptions in any order of the list", () => {
  const listed = [live("sub_a", 100), live("sub_b", 100)];
  expect([chosenOf(...listed), chosenOf(...listed.reverse())]).toEqual(["sub_a", "sub_a"]);
});

const of = (status: string, given: object = {}) =>
  ({ id: `sub_${status}`, status, created: 100, ended_at: null, canceled_at: null, ...given }) as Parameters<
    typeof rank
  >[0][number];

test("a subscription that must not be bought twice is chosen before the others", () => {
  const falling = ["active", "unheard_of", "unpaid", "canceled", "incomplete", "incomplete_expired"];
  for (const [index, better] of falling.entries()) {
    for (const worse of falling.slice(index + 1)) {
      expect(chosenOf(of(worse), of(better)), `${better} and ${worse}`).toBe(`sub_${better}`);
      expect(chosenOf(of(better), of(worse)), `${better} and ${worse}`).toBe(`sub_${better}`);
    }
  }
  expect(chosenOf(of("paused"), of("unheard_of"))).toBe("sub_unheard_of");
  expect(chosenOf(of("canceled"), of("paused"))).toBe("sub_paused");
  expect(rank([])).toEqual({ chosen: null, surplus: [] });
});

test("only further live subscriptions are surplus", () => {
  const others = ["trialing", "past_due", "unpaid", "paused", "canceled", "incomplete", "unheard_of"].map((status) =>
    of(status, { created: 101 }),
  );
  const { chosen, surplus } = rank([...others, of("active")]);
  expect(chosen?.id).toBe("sub_active");
  expect(surplus.map(({ status }) => status).toSorted()).toEqual(["past_due", "trialing"]);
});

const paid = (id: string, created: number, paid_at: number | null) =>
  of("active", { id, created, latest_invoice: { status_transitions: { paid_at } } });

test.each<[string, Parameters<typeof rank>[0], string]>([
  ["was paid first", [paid("sub_old", 100, 300), paid("sub_new", 200, 299)], "sub_new"],
  ["was paid first, although by a second", [paid("sub_old", 100, 300), paid("sub_new", 200, 301)], "sub_old"],
  ["began first if both were paid at once", [paid("sub_new", 200, 300), paid("sub_old", 100, 300)], "sub_old"],
  ["began first if nothing was paid", [paid("sub_new", 200, null), paid("sub_old", 100, null)], "sub_old"],
])("of two live subscriptions the one is chosen that %s", (_why, listed, id) => {
  expect(chosenOf(...listed)).toBe(id);
});

test.each([
  ["month", 1, "monthly"],
  ["year", 1, "yearly"],
  ["month", 2, null],
  ["month", 12, null],
  ["year", 2, null],
  ["week", 1, null],
])("a price for every %s × %i is the plan %s", (interval, interval_count, plan) => {
  expect(planOf({ recurring: { interval, interval_count } } as Parameters<typeof planOf>[0])).toBe(plan);
});

test("no price and a price for once are no plan", () => {
  expect([planOf(undefined), planOf({ recurring: null })]).toEqual([null, null]);
});

const START = secondsOf("2026-11-01T00:00:00Z");
const END = secondsOf("2026-12-01T00:00:00Z");
const state = (given: Parameters<typeof subscription>[0] = {}) =>
  stateOf(subscription({ start: START, end: END, ...given }));

test.each([
  ["active", "live"],
  ["trialing", "live"],
  ["past_due", "live"],
  ["unpaid", "none"],
  ["paused", "none"],
  ["incomplete", "none"],
  ["incomplete_expired", "none"],
  ["canceled", "ended"],
  ["unheard_of", "unknown"],
] as const)("the access of a subscription that is %s: %s", (status, access) => {
  const given = status as "active";
  expect(state({ status: given })).toMatchObject({
    access,
    paymentFailed: status === "past_due",
    subscriptionId: "sub_1",
    status,
    plan: "monthly",
  });
  // Staff can give it an interval that we do not sell.
  expect(state({ status: given })).toMatchObject({ access, isSwitched: false });
  expect(state({ status: given, intervals: 3 })).toMatchObject({ access, isSwitched: true, plan: "monthly" });
  expect(state({ status: given, interval: "year", intervals: 2 })).toMatchObject({ access, plan: "yearly" });
});

test.each<[string, Parameters<typeof subscription>[0], string | null, boolean]>([
  ["renews", {}, "2026-12-01", false],
  ["is cancelled", { cancel_at_period_end: true, cancel_at: END }, "2026-12-01", true],
  ["is cancelled for another day", { cancel_at: START + 86_400 }, "2026-11-02", true],
  ["is said to be cancelled without a day", { cancel_at_period_end: true }, "2026-12-01", true],
  ["ended", { status: "canceled", ended_at: START, canceled_at: START - 86_400 }, "2026-11-01", false],
  ["ended without its own day", { status: "canceled", canceled_at: START - 86_400 }, "2026-10-31", false],
  ["ended without any day", { status: "canceled" }, null, false],
])("the end of a subscription that %s", (_how, given, day, cancelAtPeriodEnd) => {
  const periodEnd = day === null ? null : `${day}T00:00:00.000Z`;
  expect(state(given)).toMatchObject({ periodEnd, cancelAtPeriodEnd });
});

test("a pending update, the period and its instants", () => {
  expect(state().hasPendingUpdate).toBe(false);
  expect(state({ pending_update: { expires_at: 1 } as never }).hasPendingUpdate).toBe(true);
  const given = subscription({ start: START, end: END });
  expect([periodStart(given), periodEnd(given), instantOf(END)]).toEqual([START, END, "2026-12-01T00:00:00.000Z"]);
});

const before = (subscription_status: MemberState["subscription_status"]): MemberState => ({
  subscription_status,
  subscription_plan: "yearly",
  subscription_end_date: "2026-01-01T00:00:00.000Z",
  cancel_at_period_end: true,
});
const nothing = (subscription_status: MemberState["subscription_status"]): MemberState => ({
  subscription_status,
  subscription_plan: "none",
  subscription_end_date: null,
  cancel_at_period_end: false,
});

test.each(["trial", "active", "canceled", "inactive"] as const)("a member who was %s", (was) => {
  const live = { subscription_plan: "monthly", subscription_end_date: "2026-12-01T00:00:00.000Z" };
  expect(memberStateOf(state(), before(was))).toEqual({
    ...live,
    subscription_status: "active",
    cancel_at_period_end: false,
  });
  expect(memberStateOf(state({ cancel_at_period_end: true }), before(was)).cancel_at_period_end).toBe(true);
  const ended = { subscription_status: "canceled", subscription_end_date: "2026-11-01T00:00:00.000Z" };
  expect(memberStateOf(state({ status: "canceled", ended_at: START }), before(was))).toEqual({
    ...ended,
    subscription_plan: "monthly",
    cancel_at_period_end: false,
  });
  const unpaid = nothing(was === "trial" ? "trial" : "inactive");
  for (const status of ["incomplete", "unpaid", "paused"] as const) {
    expect(memberStateOf(state({ status }), before(was))).toEqual(unpaid);
  }
  expect(memberStateOf(state({ intervals: 3 }), before(was))).toMatchObject({ subscription_status: "active" });
  const now = "2026-11-21T03:00:00.000Z";
  expect(memberWithoutCustomer(before(was), now)).toEqual(
    was === "active"
      ? { ...before(was), subscription_status: "canceled", subscription_end_date: now, cancel_at_period_end: false }
      : before(was),
  );
});
