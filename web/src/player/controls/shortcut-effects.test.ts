import { expect, it } from "vitest";
import { nextRate, nextVolume, RATES } from "./shortcut-effects.ts";

it("the keys for the speed walk through the offered speeds and stop at both ends", () => {
  let rate = 1;
  const faster = RATES.map(() => (rate = nextRate(rate, 1)));
  expect(faster).toEqual([1.25, 1.5, 1.75, 2, 2, 2, 2]);
  const slower = RATES.map(() => (rate = nextRate(rate, -1)));
  expect(slower).toEqual([1.75, 1.5, 1.25, 1, 0.75, 0.5, 0.5]);
});

it("a speed that the player does not offer goes to the neighbour in the wanted direction", () => {
  expect(nextRate(1.1, 1)).toBe(1.25);
  expect(nextRate(1.1, -1)).toBe(1);
  expect(nextRate(4, 1)).toBe(4);
});

it("the volume stays between silent and full, and steps leave no remainder", () => {
  let volume = 1;
  for (let step = 0; step < 25; step++) volume = nextVolume(volume, -0.05);
  expect(volume).toBe(0);
  for (let step = 0; step < 7; step++) volume = nextVolume(volume, 0.05);
  expect(volume).toBe(0.35);
  expect(nextVolume(1, 0.05)).toBe(1);
});
