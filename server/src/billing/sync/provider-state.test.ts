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
])("of two that began in the same second, %s and %s, the one that ended last counts", (left, stayed) => {
  const listed = [ended(stayed, 100, 187), ended(left, 100, 100)];
  expect(chosenOf(...listed)).toBe(stayed);
  expect(chosenOf(...listed.reverse())).toBe(stayed);
});

test("one that ended last counts though another began later", () => {
  expect(chosenOf(ended("sub_second", 150, 150), ended("sub_first", 100, 187))).toBe("sub_first");
});

test.each([
  ["sub_a", "sub_b"],
  ["sub_b", "sub_a"],
])(
  "of two that began and ended in the same second the one listed first counts: %s before %s",
  (first, second) => {
    expect(chosenOf(ended(first, 100, 100), ended(second, 100, 100))).toBe(first);
  },
);

test("of two live ones of the same second it is the same one in whatever order they are listed", () => {
  const listed = [live("sub_a", 100), live("sub_b", 100)];
  expect([chosenOf(...listed), chosenOf(...listed.reverse())]).toEqual(["sub_a", "sub_a"]);
});
