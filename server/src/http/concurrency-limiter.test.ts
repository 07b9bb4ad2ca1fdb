import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

const SEATS = 128;

function fullAt(now: number) {
  const seats = new ConcurrencyLimiter();
  const moments = Array.from({ length: SEATS }, () => seats.take(now));
  return { seats, moments };
}

test("all seats are taken by as many as there are, until one leaves", () => {
  const { seats, moments } = fullAt(1_000);
  expect(seats.areTaken(1_005)).toBe(true);
  seats.leave(moments[0] ?? 0);
  expect(seats.areTaken(1_005)).toBe(false);
});

test("who is slow by nature needs no seat, and none becomes free when they leave", () => {
  const { seats, moments } = fullAt(1_000);
  expect([seats.areTaken(1_990), seats.areTaken(2_000)]).toEqual([true, false]);
  const young = Array.from({ length: SEATS }, () => seats.take(2_000));
  for (const moment of moments) seats.leave(moment);
  expect(seats.areTaken(2_010)).toBe(true);
  for (const moment of young) seats.leave(moment);
  expect(seats.areTaken(2_010)).toBe(false);
});

test("of those who came one after the other the slow ones are forgotten alone", () => {
  const seats = new ConcurrencyLimiter();
  for (let place = 0; place < SEATS; place++) seats.take(10 * place);
  expect(seats.areTaken(1_030)).toBe(false);
  for (let place = 0; place < 3; place++) seats.take(1_030);
  expect(seats.areTaken(1_030)).toBe(false);
  seats.take(1_030);
  expect(seats.areTaken(1_030)).toBe(true);
});
