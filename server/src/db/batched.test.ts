import { expect, test } from "vitest";
import { batched } from "./batched.ts";

/** Doubles numbers, and remembers which it was asked for together. */
function doubling() {
  const asked: number[][] = [];
  const double = batched(async (keys: readonly number[]) => {
    asked.push([...keys]);
    if (keys.includes(-1)) throw new Error("the database is away");
    return keys.map((key) => 2 * key);
  });
  return { asked, double };
}

test("askers of one turn share a read, and each gets their own answer", async () => {
  const { asked, double } = doubling();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answers = Array.from({ length: 40 }, (_, key) => double(key));
  await turn();
  answers.push(double(40));
  expect(await Promise.all(answers)).toEqual(answers.map((_, key) => 2 * key));
  expect(asked.map((keys) => keys.length)).toEqual([16, 16, 8, 1]);
});

test("nothing is kept: who asks again is read again, also after a failure", async () => {
  const { asked, double } = doubling();
  await double(1);
  await double(1);
  await expect(Promise.all([double(2), double(-1)])).rejects.toThrow("the database is away");
  expect(await double(2)).toBe(4);
  expect(asked).toEqual([[1], [1], [2, -1], [2]]);
});
