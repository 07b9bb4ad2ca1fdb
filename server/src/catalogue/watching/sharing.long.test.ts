import { SHARED } from "@manabiya/contract/staff/members/shared-account.ts";
import { expect, test } from "vitest";
import { createRandom } from "../../../test/testing/random.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { reportPlayer } from "./players.ts";

const t = useTestApp();

const DAYS = 28;
const HOUR = 3600;
const { next: random, chance: happens } = createRandom(36);
const between = (from: number, to: number) => from + random() * (to - from);

/** Seconds from the beginning of the month. */
interface Play {
  device: number;
  from: number;
  to: number;
  /** By second, the first one at `from`. */
  networks: readonly (readonly [from: number, network: string])[];
  /** The device falls asleep while it plays, so it reports no end. */
  falls?: boolean;
  /** A tab of its own. */
  tab?: number;
}

type Way = (day: number) => Play[];

/** One person plays one video after the other. @param part the hours of the day */
function evening(
  day: number,
  part: [number, number],
  lengths: readonly number[],
  where: (at: number) => Omit<Play, "from" | "to">,
) {
  let at = day * 24 * HOUR + between(...part) * HOUR;
  return lengths.map((minutes): Play => {
    const play = { ...where(at), from: at, to: at + minutes * 60 };
    at = play.to + between(20, 40 * 60);
    return play;
  });
}

const minutes = (most: number) => Array.from({ length: Math.floor(between(0, most + 1)) }, () => between(3, 50));
const still = (at: number, network: string) => [[at, network]] as const;

/** Four people in one network, mornings and evenings. Each has a phone, which is often elsewhere; two share a television. */
const family: Way = (day) =>
  [0, 1, 2, 3].flatMap((person) => {
    const where = (at: number) => {
      const isAway = happens(0.3);
      const device = !isAway && person < 2 && happens(0.5) ? 9 : person;
      const network = isAway ? `phone ${person} ${Math.floor(at / HOUR)}` : "home";
      return { device, networks: still(at, network), falls: happens(0.2) };
    };
    return [...evening(day, [7, 8.5], minutes(2), where), ...evening(day, [18.5, 21], minutes(3), where)];
  });

/** The network of a phone changes thirty times on the way to work and back; a laptop stays at home. */
const commuter: Way = (day) => [
  ...[7.5, 18].flatMap((hour) =>
    evening(day, [hour, hour], [45], (at) => ({
      device: 0,
      networks: Array.from({ length: 15 }, (_, n) => [at + n * 170, `cell ${Math.floor(between(0, 1e6))}`] as const),
    })),
  ),
  ...evening(day, [19, 22], minutes(2), (at) => ({ device: 1, networks: still(at, "home"), falls: happens(0.3) })),
];

/** Up to six tabs of one browser, several of which play; a reload gives each another player. */
const tabs: Way = (day) =>
  [0, 1, 2, 3, 4, 5].flatMap((tab) =>
    evening(day, [9, 22], minutes(2), (at) => ({
      device: 0,
      tab: tab + Math.floor(at),
      networks: still(at, "office"),
    })),
  );

/** A laptop sleeps while it plays; its owner goes on with a phone outside, and a tablet at a café. */
const sleeper: Way = (day) =>
  evening(day, [8, 20], [20, 15, 30, 10], (at) => {
    const device = Math.floor(between(0, 3));
    return {
      device,
      networks: still(at, ["home", `phone ${Math.floor(at)}`, "café"][device] ?? ""),
      falls: device === 0,
    };
  });

/** Ten people in ten towns, an hour and a half each, after work. */
const sharers: Way = (day) =>
  Array.from({ length: 10 }, (_, person) => person).flatMap((person) =>
    evening(day, [18.5, 22], [45, 45], (at) => ({ device: person, networks: still(at, `town ${person}`) })),
  );

const uuid = (kind: number, number: number) =>
  `00000000-0000-4000-800${kind}-${Math.floor(number).toString(16).padStart(12, "0")}`;

/**
 * Lives the days of a member against the statement itself. Reports arrive every ten seconds; here a player reports when
 * another one begins or changes its network, because nothing else can change the outcome. Neither can a moment with fewer
 * than four players: the limit is three.
 */
async function live(member: number, way: Way, days: number, limit: number): Promise<void> {
  const origin = t.clock.now();
  const iso = (second: number) => new Date(origin + Math.round(second * 1000)).toISOString();
  const plays = Array.from({ length: days }, (_, day) => way(day)).flat();
  const isPaused = new Map<Play, number>();
  const moments = plays.flatMap((play) =>
    play.networks.flatMap(([at]) => (at < play.to ? { at, play, again: 0 } : [])),
  );
  moments.sort((one, other) => one.at - other.at);

  async function report(play: Play, at: number, isPlaying = true): Promise<boolean> {
    const network = play.networks.findLast(([from]) => from <= at)?.[1] ?? play.networks[0]?.[1];
    const values = [uuid(1, play.tab ?? play.device), uuid(2, play.device), network, iso(at), isPlaying, limit];
    return (await reportPlayer(t.db, [member, ...values]))[0]?.must_pause ?? false;
  }

  for (let moment = moments.shift(); moment; moment = moments.shift()) {
    const { at, play, again } = moment;
    // Its member has given up meanwhile.
    if (at >= play.to) continue;
    const others = plays.filter((other) => other !== play && other.from <= at && other.to > at - 30);
    const waiting = plays.filter((other) => (isPaused.get(other) ?? -Infinity) > at - 600);
    if (new Set([...others, ...waiting]).size < 3) continue;
    for (const other of others) {
      if (other.to > at) await report(other, at - 5);
      else await report(other, other.to, other.falls ?? false);
    }
    await report(play, at);
    for (const other of others) {
      if (other.to <= at || !(await report(other, at + 5))) continue;
      isPaused.set(other, at + 5);
      // Most take over, some of them again and again. The others give up.
      if (again < 3 && happens(0.6)) moments.unshift({ at: at + 12, play: other, again: again + 1 });
      else other.to = at + 5;
    }
  }
}

async function flagged(ways: readonly Way[], count: number, days: number, limit: number): Promise<number> {
  const { rows } = await t.db.query<{ id: number }>({
    text: `insert into users (username, email, password_hash, subscription_status, created_at)
           select '会員', gen_random_uuid() || '@example.com', '', 'active', now() from generate_series(1, $1) returning id`,
    values: [count],
  });
  for (const [index, { id }] of rows.entries()) await live(id, ways[index % ways.length] ?? family, days, limit);
  const found = await t.db.query<{ count: number }>({
    text: "select count(distinct user_id)::int as count from shared_hours where user_id = any ($1)",
    values: [rows.map(({ id }) => id)],
  });
  return found.rows[0]?.count ?? 0;
}

test.each([3, 0])("a month of 1,000 ordinary members gives no false alarm (limit %d)", async (limit) => {
  expect(await flagged([family, commuter, tabs, sleeper], 1_000, DAYS, limit)).toBe(0);
});

test.each([3, 0])(`ten people in ten towns are found within a day (limit %d)`, async (limit) => {
  expect(SHARED.networks).toBeLessThanOrEqual(10);
  expect(await flagged([sharers], 50, 1, limit)).toBe(50);
});
