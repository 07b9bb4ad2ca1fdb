import { describe, expect, test } from "vitest";
import { allStatements } from "../../test/testing/database/all-statements.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { type Claimed, type Limit, type LimitName, LIMITS, type Proven, type Rung } from "./declared-limits.ts";
import { type Subject, takeHit } from "./rate-limiter.ts";

const t = useTestApp();

const PROVEN: readonly (Claimed | Proven)[] = ["network", "site", "device", "member", "flow"] satisfies Proven[];
const isProven = (property: Claimed | Proven) => PROVEN.includes(property);
const isShared = ({ per }: Rung) => !per.some(isProven);

/** Each list of rungs, as [name, limit, subject of one caller]. A new limit needs no line here. */
const LISTS = Object.entries(LIMITS).flatMap(([name, limit]: [string, Limit]) => [
  { name: name as LimitName, list: "everybody", rungs: limit.rungs, device: false },
  ...(limit.onKnownDevice
    ? [{ name: name as LimitName, list: "known devices", rungs: limit.onKnownDevice, device: true }]
    : []),
]);

let callers = 0;

/** A caller at a site of its own: returns its subject at each of the site's networks. */
function callerAtSite(device: boolean): (network: number) => Subject {
  const own = ++callers;
  const site = `2001:db8:${own.toString(16)}`;
  return (network) => ({
    network: `${site}:${network.toString(16)}::`,
    member: `member ${own}`,
    flow: `flow ${own}`,
    ...(device && { device: `device ${own}` }),
  });
}

const caller = (device: boolean): Subject => callerAtSite(device)(0);

/** Anybody can claim these properties of a request. */
const claim = (victim: string): Record<Claimed, string> => ({
  account: victim,
  mailbox: `${victim}@example.com`,
  mailKind: "a kind of mail",
});

const take = (name: LimitName, subject: Subject) => takeHit(t.db, name, subject, t.clock.now());
const counters = () => selectRows(t.db, "rate_limits");
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** More requests than one network may make at any rung that counts networks. */
const FLOOD = 130;
/** Requests at once. */
const MORE = 10;

/** Sends requests until some are refused. @returns whether some were */
async function exhaust(name: LimitName, subject: (index: number) => Subject): Promise<boolean> {
  for (let sent = 0; sent < FLOOD; sent += MORE) {
    const answers = await Promise.all(Array.from({ length: MORE }, (_, index) => take(name, subject(sent + index))));
    if (answers.some(({ wait }) => wait > 0)) return true;
  }
  return false;
}

describe.each(LISTS)("$name for $list", ({ name, rungs, device }) => {
  const seconds = rungs.map((rung) => rung.seconds);
  const step = Math.min(...seconds);
  // Without a shared counter, windows cannot add up to anything that another network notices.
  const steps = rungs.some(isShared) ? Math.ceil(Math.max(...seconds) / step) + 1 : 1;

  test.each([
    ["one network", 1],
    ["every network of one site", 65_536],
  ])("an attacker at %s takes nothing from a member elsewhere, through all windows", async (_attacker, networks) => {
    const victim = claim(`victim ${++callers}`);
    const [attacker, member] = [callerAtSite(device), caller(device)];
    let sent = 0;
    for (let window = 0; window < steps; window++) {
      // The end of one window and the beginning of the next.
      for (const pause of [step - 1, 1]) {
        t.clock.advance({ seconds: pause });
        await exhaust(name, () => ({ ...victim, ...attacker(sent++ % networks) }));
        const { wait, undo } = await take(name, { ...victim, ...member });
        expect(wait, `seconds that the member must wait in window ${window}`).toBe(0);
        await undo();
      }
    }
  });

  test("refused requests count nowhere", async () => {
    const victim = claim(`victim ${++callers}`);
    const attacker = caller(device);
    expect(await exhaust(name, () => ({ ...victim, ...attacker }))).toBe(true);
    const before = await counters();
    await Promise.all(Array.from({ length: MORE }, () => take(name, { ...victim, ...attacker })));
    expect(await counters()).toEqual(before);
    const isRefused = await exhaust(name, (index) => ({ ...claim(`other ${index}`), ...attacker }));
    const after = await counters();
    if (!isRefused) return;
    await Promise.all(
      Array.from({ length: MORE }, (_, index) => take(name, { ...claim(`another ${index}`), ...attacker })),
    );
    expect(await counters()).toEqual(after);
  });

  test("concurrent requests are let through up to the narrowest maximum, and count once at each rung", async () => {
    const subject = { ...claim(`victim ${++callers}`), ...caller(device) };
    const most = Math.min(...rungs.map(({ max }) => max));
    t.clock.advance({ days: 2 });
    const answers = await Promise.all(Array.from({ length: most + 30 }, () => take(name, subject)));
    expect(answers.filter(({ wait }) => wait === 0)).toHaveLength(most);
    const hits = async () => {
      const now = t.clock.now();
      return (await counters()).filter((row) => Date.parse(row.resets_at) > now).map((row) => row.hits);
    };
    expect(await hits()).toEqual(rungs.map(() => most));
    await Promise.all(answers.map(({ undo }) => undo()));
    expect(sum(await hits()), "hits after each was taken back").toBe(0);
    await Promise.all(answers.map(({ undo }) => undo()));
    expect(sum(await hits())).toBe(0);
  });

  test("one site's share of every counter that others share is below its maximum", () => {
    for (const [index, rung] of rungs.entries()) {
      if (!isShared(rung)) continue;
      const shares = rungs
        .slice(0, index)
        .filter((narrower) => narrower.per.includes("site") || narrower.per.includes("device"))
        .map(({ max, seconds }) => max * (Math.ceil(rung.seconds / seconds) + 1));
      expect(Math.min(...shares)).toBeLessThan(rung.max);
    }
  });

  test("stands from narrow to wide", () => {
    for (const [index, rung] of rungs.entries()) {
      for (const wider of rungs.slice(index + 1)) {
        const isNarrower = wider.per.length > rung.per.length && rung.per.every((each) => wider.per.includes(each));
        expect(isNarrower, `${wider.per.join("+")} after ${rung.per.join("+")}`).toBe(false);
      }
    }
  });
});

test("no other statement counts requests", async () => {
  const counting = [...(await allStatements())].filter(([, { text }]) => /\brate_limits\b/.test(text));
  const others = counting.map(([name]) => name).filter((name) => !name.startsWith("limits."));
  expect(others).toEqual(["retention.rate_limits"]);
});
