import { expect, test } from "vitest";
import { fromLocal, toLocal } from "./japan-time.ts";

test("shows Japan time in every time zone", () => {
  expect(toLocal("2026-12-01T09:00:00.000Z")).toBe("2026-12-01T18:00");
  expect(fromLocal("2026-12-01T18:00")).toBe("2026-12-01T09:00:00.000Z");
  expect(toLocal("2026-12-31T16:30:00.000Z")).toBe("2027-01-01T01:30");
});

test("returns null for an incomplete time", () => {
  expect(fromLocal("")).toBeNull();
  expect(fromLocal("2026-12")).toBeNull();
  expect(toLocal("soon")).toBe("");
});
