import { expect, test } from "vitest";
import { nextAttempt, NEVER } from "./backoff.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const created_at = "2026-11-21T03:00:00.000Z";
const created = Date.parse(created_at);

const wait = (attempts: number, after = 0) =>
  Date.parse(nextAttempt({ attempts, created_at }, created + after)) - (created + after);

test("doubles the delay from five seconds to half an hour", () => {
  expect([1, 2, 3, 4].map((attempts) => wait(attempts) / SECOND)).toEqual([5, 10, 20, 40]);
  for (const attempts of [10, 100, 2000]) expect(wait(attempts)).toBe(HOUR / 2);
});

test("retries a mail for three days", () => {
  expect(wait(50, 72 * HOUR - 1)).toBe(HOUR / 2);
  expect(nextAttempt({ attempts: 50, created_at }, created + 72 * HOUR)).toBe(NEVER);
});
