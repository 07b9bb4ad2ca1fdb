import { expect, test } from "vitest";
import { batched } from "./batch.ts";

/** Doubles numbers and records the batches. */
function doubling() {
  const batches: number[][] = [];
  const double = batched(async (keys: readonly number[]) => {
    batches.push([...keys]);
    if (keys.includes(-1)) throw new Error("the database is unreachable");
    return keys.map((key) => 2 * key);
  });
  return { batches, double };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("calls of one turn share a read, and each gets its own value", async () => {
  const { batches, double } = doubling();
  const answers = Array.from({ length: 20 }, (_, key) => double(key));
  await turn();
  answers.push(double(20));
  expect(await Promise.all(answers)).toEqual(answers.map((_, key) => 2 * key));
  expect(batches.map((keys) => keys.length)).toEqual([16, 4, 1]);
});

test("reads that throw at once do not count as running", async () => {
  let throws = true;
  const echo = batched((keys: readonly number[]) => {
    if (throws) throw new Error("no statement was sent");
    return Promise.resolve([...keys]);
  });
  for (const key of [1, 2, 3]) await expect(echo(key)).rejects.toThrow("no statement was sent");
  throws = false;
  await expect(echo(4)).resolves.toBe(4);
});

test("calls made while two reads run share the next one, which starts when one of them ends", async () => {
  const running = new Map<number, PromiseWithResolvers<void>>();
  const batches: number[][] = [];
  const echo = batched(async (keys: readonly number[]) => {
    const [first = NaN] = keys;
    batches.push([...keys]);
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
  expect(batches).toEqual([[1], [2]]);
  running.get(2)?.resolve();
  await expect(answers[1]).resolves.toBe(2);
  await turn();
  expect(batches).toEqual([[1], [2], [3, 4]]);
  running.get(1)?.resolve();
  running.get(3)?.resolve();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
});

test("a full batch does not wait", async () => {
  const batches: number[] = [];
  const gate = Promise.withResolvers<void>();
  const echo = batched(async (keys: readonly number[]) => {
    batches.push(keys.length);
    await gate.promise;
    return [...keys];
  });
  const answers: Promise<number>[] = [];
  const call = async (count: number) => {
    for (let index = 0; index < count; index += 1) answers.push(echo(answers.length));
    await turn();
  };
  await call(1);
  await call(1);
  await call(40);
  expect(batches).toEqual([1, 1, 16, 16]);
  gate.resolve();
  expect(await Promise.all(answers)).toEqual(answers.map((_, key) => key));
  expect(batches).toEqual([1, 1, 16, 16, 8]);
});

test("caches nothing, neither values nor failures", async () => {
  const { batches, double } = doubling();
  await double(1);
  await double(1);
  for (let failures = 0; failures < 3; failures += 1) {
    await expect(Promise.all([double(2), double(-1)])).rejects.toThrow("the database is unreachable");
  }
  expect(await double(2)).toBe(4);
  expect(batches).toEqual([[1], [1], [2, -1], [2, -1], [2, -1], [2]]);
});
