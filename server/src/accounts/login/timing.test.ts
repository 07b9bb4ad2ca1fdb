import { expect, test } from "vitest";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { member, login, requestReset } = accountCalls(t);

const ROUNDS = { least: 10, most: 60 };

/**
 * How many times as long the fastest run of one kind takes as that of the other: noise only ever adds. The kinds
 * take turns, and a busy machine gets more rounds until the ratio is at most `bound` either way.
 */
async function ratio(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  bound: number,
): Promise<number> {
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
const nobody = () => `nobody-${++unknown}@example.com`;

/** Fresh accounts each round: limits must not be what is measured. */
async function members(): Promise<() => string> {
  const emails: string[] = [];
  for (let round = 0; round <= ROUNDS.most; round++) emails.push((await member()).email);
  return () => emails.pop() ?? "";
}

test.each([
  // Without the hash that is checked for nobody it is five times and more.
  ["a wrong password", 1.5, (email: string) => login(email, "not-the-password")],
  ["withProviderErrors for a new password", 1.1, (email: string) => requestReset(email)],
])(
  "%s takes as long for an address without an account",
  async (_what, bound, call) => {
    const next = await members();
    // Once for what is made at first use.
    await call(next());
    await call(nobody());
    const found = await ratio(
      () => call(next()),
      () => call(nobody()),
      bound,
    );
    expect(found).toBeLessThan(bound);
    expect(found).toBeGreaterThan(1 / bound);
  },
  120_000,
);
