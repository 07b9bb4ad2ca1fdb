import { expect, test } from "vitest";
import { rank } from "./provider-state.ts";

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
