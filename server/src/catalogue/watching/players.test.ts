import { randomUUID } from "node:crypto";
import { contract } from "@manabiya/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { createUser, createVideo, type UserRow } from "../../../test/testing/factories.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { closeAccount } from "../../personal-data/close-account.ts";
import { deleteExpired } from "../../personal-data/delete-expired.ts";

const t = useTestApp();
let user: UserRow;
let video: number;

beforeEach(async () => {
  user = await createUser(t.db, t.clock);
  video = (await createVideo(t.db, t.clock)).id;
  Object.assign(t.deps.site, { playersAtOnce: 3 });
});

type Headers = Awaited<ReturnType<typeof t.as>>;

/** A page of a session. @param network "203.0.113" */
async function openPlayer(network: string, headers?: Headers, id = user.id) {
  const session = headers ?? (await t.as(id));
  const player = randomUUID();
  let second = 0;
  async function send(payload: object) {
    const response = await t.app.inject({
      method: "POST",
      url: contract.videos.progress.url.replace(":id", String(video)),
      headers: session,
      remoteAddress: `${network}.7`,
      payload,
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ plays_elsewhere?: true }>().plays_elsewhere ?? false;
  }
  const begin = () => send({ player });
  const report = (is_playing: boolean) => send({ player, is_playing, position: ++second, duration: 600 });
  return { begin, play: () => report(true), stop: () => report(false), headers: session };
}

async function openPlayers(count: number) {
  const players = [];
  for (let n = 0; n < count; n++) {
    const player = await openPlayer(`198.51.${n}`);
    expect(await player.begin()).toBe(false);
    t.clock.advance({ seconds: 1 });
    players.push(player);
  }
  return players;
}

type Player = Awaited<ReturnType<typeof openPlayer>>;
const playAll = (players: Player[]) => Promise.all(players.map(({ play }) => play()));

describe("the limit", () => {
  test("pauses the oldest player when a fourth begins, and no other", async () => {
    const players = await openPlayers(3);
    expect(await playAll(players)).toEqual([false, false, false]);
    const fourth = await openPlayer("203.0.113");
    expect(await fourth.begin()).toBe(false);
    expect(await playAll([...players, fourth])).toEqual([true, false, false, false]);
  });

  test("a paused player that plays on is the newest, and the next oldest one pauses", async () => {
    const players = await openPlayers(4);
    expect(await playAll(players)).toEqual([true, false, false, false]);
    await players[0]?.stop();
    t.clock.advance({ seconds: 5 });
    expect(await players[0]?.play()).toBe(false);
    expect(await playAll(players)).toEqual([false, true, false, false]);
  });

  test("of four players that begin in the same instant one pauses", async () => {
    const players = await Promise.all(Array.from({ length: 4 }, () => openPlayer("203.0.113")));
    for (const player of players) await player.begin();
    const paused = [];
    for (const player of players) paused.push(await player.play());
    expect(paused.filter(Boolean)).toHaveLength(1);
  });

  test.each([
    ["stopped", async ([first]: Player[]) => void (await first?.stop())],
    [
      "were silent for half a minute",
      async (all: Player[]) => {
        t.clock.advance({ seconds: 25 });
        await playAll(all.slice(1));
        t.clock.advance({ seconds: 6 });
      },
    ],
  ])("does not count players that %s", async (_name, leave) => {
    const players = await openPlayers(3);
    await leave(players);
    const other = await openPlayer("203.0.113");
    await other.begin();
    expect(await playAll([...players.slice(1), other])).toEqual([false, false, false]);
  });

  test("counts two tabs of one session as one while only one of them plays", async () => {
    const [first, second] = await openPlayers(2);
    const tabs = [await openPlayer("203.0.113"), await openPlayer("203.0.113", first?.headers)];
    for (let turn = 0; turn < 4; turn++) {
      const [played, other] = turn % 2 === 0 ? tabs : tabs.toReversed();
      await other?.stop();
      expect(await played?.play()).toBe(false);
      t.clock.advance({ seconds: 1 });
      expect([await first?.play(), await second?.play()]).toEqual([false, false]);
    }
  });

  test("is the operator's: one, five or none", async () => {
    Object.assign(t.deps.site, { playersAtOnce: 1 });
    const players = await openPlayers(5);
    expect(await playAll(players)).toEqual([true, true, true, true, false]);
    t.clock.advance({ minutes: 1 });
    Object.assign(t.deps.site, { playersAtOnce: 0 });
    expect(await playAll(await openPlayers(8))).not.toContain(true);
    t.clock.advance({ minutes: 1 });
    Object.assign(t.deps.site, { playersAtOnce: 5 });
    expect((await playAll(await openPlayers(6))).filter(Boolean)).toHaveLength(1);
  });

  test("belongs to one member, and to no staff", async () => {
    await playAll(await openPlayers(3));
    user = await createUser(t.db, t.clock);
    expect(await playAll(await openPlayers(3))).not.toContain(true);
    user = await createUser(t.db, t.clock, { is_staff: true });
    expect(await playAll(await openPlayers(9))).not.toContain(true);
    expect(await selectRows(t.db, "shared_hours", { user_id: user.id })).toEqual([]);
  });

  test("stops nobody when its table is away, and the position is still saved", async () => {
    const player = await openPlayer("203.0.113");
    await t.db.query({ text: "alter table players rename to players_away" });
    try {
      expect(await player.begin()).toBe(false);
      expect(await player.play()).toBe(false);
    } finally {
      await t.db.query({ text: "alter table players_away rename to players" });
    }
    expect(await selectRows(t.db, "watch_history", { user_id: user.id })).toMatchObject([{ position: 1 }]);
  });
});

describe("an account on many devices at once", () => {
  const hours = () => selectRows(t.db, "shared_hours", { user_id: user.id });

  test("is recorded from five networks on, once an hour, with the most of the hour", async () => {
    Object.assign(t.deps.site, { playersAtOnce: 0 });
    const four = await openPlayers(4);
    expect(await hours()).toEqual([]);
    await (await openPlayer("203.0.113")).begin();
    await playAll(four);
    await (await openPlayer("203.0.113")).begin();
    expect(await hours()).toMatchObject([{ networks: 5, devices: 6 }]);
  });

  test("is recorded while the limit pauses the fourth and the fifth, who wait or take over", async () => {
    const all = await openPlayers(4);
    await playAll(all);
    await all[0]?.stop();
    t.clock.advance({ seconds: 9 });
    await (await openPlayer("203.0.113")).begin();
    expect(await hours()).toMatchObject([{ networks: 5, devices: 5 }]);
  });

  test("is no phone that changes its network, and no address of the same household", async () => {
    Object.assign(t.deps.site, { playersAtOnce: 0 });
    const { headers } = await openPlayer("203.0.113");
    for (let n = 0; n < 30; n++) {
      await (await openPlayer(`198.51.${n}`, headers)).play();
      await (await openPlayer("203.0.113")).play();
      t.clock.advance({ seconds: 1 });
    }
    expect(await hours()).toEqual([]);
  });

  test("keeps no address, ends after its days with the job, and leaves with the account", async () => {
    Object.assign(t.deps.site, { playersAtOnce: 0 });
    await openPlayers(5);
    const [row] = await selectRows(t.db, "players", { user_id: user.id });
    expect(row).toMatchObject({ network: expect.stringMatching(/^198\.51\.\d\.0$/) });
    t.clock.advance({ days: 27 });
    await deleteExpired(t.db, t.clock.now());
    expect([await hours(), await selectRows(t.db, "players", {})]).toMatchObject([[{ networks: 5 }], []]);
    t.clock.advance({ days: 2 });
    await deleteExpired(t.db, t.clock.now());
    expect(await hours()).toEqual([]);
    await openPlayers(5);
    const closing = { currentUser: user, verifiedHash: user.password_hash, unusableHash: "none", now: t.clock.now() };
    await t.db.transaction((tx) => closeAccount(tx, closing as never));
    expect([await hours(), await selectRows(t.db, "players", {})]).toEqual([[], []]);
  });
});
