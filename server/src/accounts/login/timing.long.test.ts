import { expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { useProductCost } from "../../../test/testing/password-cost.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { hashPassword } from "../passwords/password.ts";

const t = useTestApp();
useProductCost();
const { member, login, requestReset } = accountCalls(t);

const ROUNDS = { least: 5, most: 60 };

/**
 * Compares the fastest runs of both kinds, because noise only adds time. The kinds take turns. A busy machine gets more
 * rounds until the ratio is at most `bound` either way.
 */
async function ratio(one: () => Promise<unknown>, other: () => Promise<unknown>, bound: number): Promise<number> {
  let first = Infinity;
  let second = Infinity;
  for (let round = 1; ; round++) {
    first = Math.min(first, await time(one));
    second = Math.min(second, await time(other));
    const found = first / second;
    if (round >= ROUNDS.least && found < bound && found > 1 / bound) return found;
    if (round === ROUNDS.most) return found;
  }
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

let unknown = 0;
const unknownEmail = () => `nobody-${++unknown}@example.com`;

/** Fresh accounts for each round, so that the test does not measure rate limits. */
async function members(given: Parameters<typeof member>[0]): Promise<() => string> {
  const emails: string[] = [];
  for (let round = 0; round <= ROUNDS.most; round++) emails.push((await member(given)).email);
  return () => emails.pop() ?? "";
}

test.each([
  // Without the decoy hash the ratio is five and more.
  [
    "a wrong password",
    1.5,
    { password_hash: await hashPassword(PASSWORD) },
    (email: string) => login(email, "not-the-password"),
  ],
  [
    "a wrong password of an account whose password staff refuse",
    1.5,
    { password_hash: `!${await hashPassword(PASSWORD)}` },
    (email: string) => login(email, "not-the-password"),
  ],
  // Without the decoy hash it takes a fifth of the time and less.
  ["a password of a hash in an unknown format", 1.5, { password_hash: "pbkdf2_sha256$1$c2FsdA$aGFzaA" }, login],
  // Without the wait it takes twice as long.
  [
    "a wrong password of an imported account",
    1.5,
    { password_hash: "pbkdf2_sha256$150000$uTqgGlAEXs28QsSK45aS45$jkKDuKzUq7/stMEwpZVLHGHbMsolNMa8kpHdDirRJM4=" },
    (email: string) => login(email, "not-the-password"),
  ],
  ["a request for a new password", 1.1, {}, (email: string) => requestReset(email)],
] as const)("%s takes as long for an address without an account", async (_what, bound, given, call) => {
  const next = await members(given);
  // The first calls prepare statements and the decoy.
  await call(next());
  await call(unknownEmail());
  const found = await ratio(
    () => call(next()),
    () => call(unknownEmail()),
    bound,
  );
  // The alarms about unknown formats.
  t.errors.splice(0);
  expect(found).toBeLessThan(bound);
  expect(found).toBeGreaterThan(1 / bound);
});
