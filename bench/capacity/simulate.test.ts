import { expect, test } from "vitest";
import { HOURS, WEEKDAYS } from "./habits.ts";
import { COSTS, ROW_BYTES } from "./measured.ts";
import { callsOf, costOfDay, simulate } from "./simulate.ts";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

test("the shares of hours are a day, and the days of a week are one on average", () => {
  expect(HOURS).toHaveLength(24);
  expect(sum(HOURS)).toBeCloseTo(1, 10);
  expect(sum(WEEKDAYS) / 7).toBeCloseTo(1, 10);
});

test("a player reports six times a minute, and these reports are the largest cost of a member's day", () => {
  expect(callsOf("progress")).toBe(150);
  const { database } = costOfDay();
  expect((150 * COSTS.progress.database) / database).toBeGreaterThan(0.9);
});

test("the busiest hour is a Sunday evening", () => {
  expect(simulate(1_000).peakAt).toEqual({ day: 27, hour: 21 });
});

test("requests of the month are the members' days times their calls, without bursts", () => {
  const month = simulate(1_000);
  const calls = sum((Object.keys(COSTS) as (keyof typeof COSTS)[]).map(callsOf));
  const days = Array.from({ length: 30 }, (_, day) => (1_000 + day) * 0.25 * (WEEKDAYS[day % 7] ?? 0));
  expect(month.requests).toBeCloseTo(sum(days) * calls, 3);
  expect(month.signUps).toBeCloseTo(30, 6);
});

test("films are minutes times their rate", () => {
  const month = simulate(1_000);
  const activeDays = month.growth.learned_days.rows;
  expect(month.videoTerabytes).toBeCloseTo((activeDays * 25 * 60 * 2.5) / 8 / 1e6, 6);
});

test("growth is rows times their bytes", () => {
  const { growth, growthBytes } = simulate(5_000);
  expect(growth.users).toEqual({ rows: 150, bytes: 150 * ROW_BYTES.users });
  expect(growthBytes).toBeCloseTo(sum(Object.values(growth).map(({ bytes }) => bytes)), 6);
});

test("everything but mailings grows with the members, and a mailing waits for the one before", () => {
  const [one, ten] = [simulate(100_000), simulate(1_000_000)];
  expect(ten.requests / one.requests).toBeCloseTo(10, 6);
  expect(ten.peak.databaseCores / one.peak.databaseCores).toBeCloseTo(10, 6);
  // A notice to everybody on the day before a digest: 10 mails a second are 864,000 a day.
  expect(one.mailingDays).toBeCloseTo((100_000 * (1 + 0.2) + 100 * 14 * 1.2) / 864_000, 1);
  expect(ten.mailingDays).toBeGreaterThan(10 * one.mailingDays * 0.9);
});
