import { expect, test } from "vitest";
import { batched } from "./batch.ts";

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

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("askers of one turn share a read, and each gets their own answer", async () => {
  const { asked, double } = doubling();
  const answers = Array.from({ length: 20 }, (_, key) => double(key));
  await turn();
  answers.push(double(20));
  expect(await Promise.all(answers)).toEqual(answers.map((_, key) => 2 * key));
  expect(asked.map((keys) => keys.length)).toEqual([16, 4, 1]);
});

test("who comes while two reads run shares the next, which begins as soon as one of them has ended", async () => {
  const running = new Map<number, PromiseWithResolvers<void>>();
  const asked: number[][] = [];
  const echo = batched(async (keys: readonly number[]) => {
    const [first = NaN] = keys;
    asked.push([...keys]);
    const release = Promise.withResolvers<void>();
    running.set(first, release);
    await release.promise;
    return [...keys];
  });
  const answers: Promise<number>[] = [];
  for (const key of [1, 2, 3, 4]) {
    answers.push(echo(key));
    await turn();
  }
  expect(asked).toEqual([[1], [2]]);
  running.get(2)?.resolve();
  await expect(answers[1]).resolves.toBe(2);
  await turn();
  expect(asked).toEqual([[1], [2], [3, 4]]);
  running.get(1)?.resolve();
  running.get(3)?.resolve();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
});

test("those who are enough for a read do not wait for others", async () => {
  const asked: number[] = [];
  const gate = Promise.withResolvers<void>();
  const echo = batched(async (keys: readonly number[]) => {
    asked.push(keys.length);
    await gate.promise;
    return [...keys];
  });
  const answers: Promise<number>[] = [];
  const come = async (how: number) => {
    for (let one = 0; one < how; one += 1) answers.push(echo(answers.length));
    await turn();
  };
  await come(1);
  await come(1);
  await come(40);
  expect(asked).toEqual([1, 1, 16, 16]);
  gate.resolve();
  expect(await Promise.all(answers)).toEqual(answers.map((_, key) => key));
  expect(asked).toEqual([1, 1, 16, 16, 8]);
});

test("nothing is kept: who asks again is read again, also after failures", async () => {
  const { asked, double } = doubling();
  await double(1);
  await double(1);
  for (let failures = 0; failures < 3; failures += 1) {
    await expect(Promise.all([double(2), double(-1)])).rejects.toThrow("the database is away");
  }
  expect(await double(2)).toBe(4);
  expect(asked).toEqual([[1], [1], [2, -1], [2, -1], [2, -1], [2]]);
});
