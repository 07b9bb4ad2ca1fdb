import { expect, test } from "vitest";
import { addDays, countDays, japanDay, startOfJapanDay } from "./japan-day.ts";

test("a day in Japan begins at 15:00 UTC of the day before", () => {
  expect(japanDay(Date.parse("2026-12-31T14:59:59.999Z"))).toBe("2026-12-31");
  expect(japanDay(Date.parse("2026-12-31T15:00:00.000Z"))).toBe("2027-01-01");
  expect(new Date(startOfJapanDay("2027-01-01")).toISOString()).toBe("2026-12-31T15:00:00.000Z");
});

test("days are counted over the ends of months and leap years", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
  expect(countDays("2026-01-01", "2026-12-31")).toBe(365);
  expect(countDays("2026-05-05", "2026-05-05")).toBe(1);
});
