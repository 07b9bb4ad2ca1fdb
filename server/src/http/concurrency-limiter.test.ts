import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

const MAX_REQUESTS = 128;

function fullAt(now: number) {
  const limiter = new ConcurrencyLimiter();
  const slots = Array.from({ length: MAX_REQUESTS }, () => limiter.acquire(now));
  return { limiter, slots };
}

test("is full at the limit until a request releases its slot", () => {
  const { limiter, slots } = fullAt(1_000);
  expect(limiter.isFull(1_005)).toBe(true);
  limiter.release(slots[0] ?? 0);
  expect(limiter.isFull(1_005)).toBe(false);
});

test("does not count a request after one second, and ignores its later release", () => {
  const { limiter, slots } = fullAt(1_000);
  expect([limiter.isFull(1_990), limiter.isFull(2_000)]).toEqual([true, false]);
  const newer = Array.from({ length: MAX_REQUESTS }, () => limiter.acquire(2_000));
  for (const slot of slots) limiter.release(slot);
  expect(limiter.isFull(2_010)).toBe(true);
  for (const slot of newer) limiter.release(slot);
  expect(limiter.isFull(2_010)).toBe(false);
});

test("stops counting only those requests that are older than a second", () => {
  const limiter = new ConcurrencyLimiter();
  for (let index = 0; index < MAX_REQUESTS; index++) limiter.acquire(10 * index);
  expect(limiter.isFull(1_030)).toBe(false);
  for (let index = 0; index < 3; index++) limiter.acquire(1_030);
  expect(limiter.isFull(1_030)).toBe(false);
  limiter.acquire(1_030);
  expect(limiter.isFull(1_030)).toBe(true);
});
