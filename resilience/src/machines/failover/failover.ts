// Three PostgreSQL machines under Patroni lose their primary in every way while members write, order and watch.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import { type Members as BenchMembers, signIn } from "@manabiya/bench/calls/members.ts";
import { load } from "@manabiya/bench/data/load.ts";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import { migrate } from "@manabiya/server/src/db/migrate.ts";
import { openDatabase } from "@manabiya/server/src/db/open.ts";
import type { Finding } from "../../finding.ts";
import { SMALL } from "../../service.ts";
import { drillFolder } from "../own-network.ts";
import { startProxies } from "../rolling/proxies.ts";
import { APPLICATIONS, ApplicationMachines, CONCURRENT, startDatabaseProxies } from "./application-machines.ts";
import { Buyers } from "./buyers.ts";
import { Client } from "./client.ts";
import { DatabaseCluster } from "./database-cluster.ts";
import { type Breakdown, BREAKDOWNS, type Kind, killWhileBehind } from "./breakdowns.ts";
import { describe, judgeFailover, type Round } from "./judge.ts";
import { Member } from "./members.ts";

const MEMBERS = 6;
const VIDEOS = 5;
/** Requests a second of the evening mix to each application machine. */
const MIX_RATE = 20;
const MIX_SECONDS = 4;
/** Until the machines' code is compiled: a first breakdown would be measured on slow processes. */
const WARM_UP_SECONDS = 10;

/** Milliseconds. */
const BEFORE = 3_000;
const QUIET = 3_000;

export const PACKAGES = {
  patroni: "/usr/bin/patroni",
  "etcd-server": "/usr/bin/etcd",
  "python3-etcd": "/usr/lib/python3/dist-packages/etcd/__init__.py",
  haproxy: "/usr/sbin/haproxy",
  "nginx-light": "/usr/sbin/nginx",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
};

interface Drill {
  cluster: DatabaseCluster;
  application: ApplicationMachines;
  client: Client;
  members: Member[];
  bench: BenchMembers;
  loads: LoadClient[];
}

/** @param args rounds, and `asynchronous` for the planted error, or the kinds of breakdowns to choose from */
export async function runDrill([rounds = "20", ...chosen]: string[]): Promise<Finding[]> {
  const unknown = chosen.filter((kind) => kind !== "asynchronous" && !Object.hasOwn(BREAKDOWNS, kind));
  if (!/^[1-9]\d*$/.test(rounds) || unknown.length > 0) {
    throw new Error(`Name a number of rounds, then asynchronous or some of ${Object.keys(BREAKDOWNS).join(", ")}.`);
  }
  const folder = drillFolder();
  const isPlanted = chosen.includes("asynchronous");
  const kinds = Object.keys(BREAKDOWNS).filter((kind) => chosen.length === 0 || chosen.includes(kind)) as Kind[];
  const opened: (() => unknown)[] = [];
  try {
    const drill = await open(folder, opened);
    if (isPlanted) await drill.cluster.configure({ synchronous_mode: false });
    const buyers = new Buyers(drill.client);
    let isOver = false;
    const buying = Promise.all([1, 2].map(() => buyers.keepBuying(() => isOver)));
    // Awaited below; until then a failure must not end the drill without its figures.
    buying.catch(() => {});
    const seen: Round[] = [];
    const failures: string[] = [];
    const fail = (error: unknown) => {
      console.error(error);
      failures.push(String(error));
    };
    for (let number = 0; number < Number(rounds) && failures.length === 0; number += 1) {
      const kind = isPlanted ? null : (kinds[number % kinds.length] ?? "postmaster");
      // The figures of the rounds before are worth their table.
      const round = await runRound(drill, kind, buyers).catch(fail);
      if (!round) break;
      seen.push(round);
      console.log(`${number + 1} ${describe(round)}`);
    }
    isOver = true;
    await buying.catch(fail);
    const { doubled, lost } = await buyers.compare(drill.application.sandbox);
    const exits = await drill.application.exits();
    return judgeFailover({ planned: Number(rounds), rounds: seen, doubled, lostOrders: lost, exits, failures });
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

async function open(folder: string, opened: (() => unknown)[]): Promise<Drill> {
  const cluster = new DatabaseCluster(folder);
  opened.push(() => cluster.stop());
  console.log("Starting etcd, Patroni and PostgreSQL on three machines …");
  await cluster.start();
  const toDatabase = await startDatabaseProxies(folder, cluster);
  opened.push(() => Promise.all(toDatabase.map((proxy) => proxy.end())));
  const database = await cluster.createDatabase();
  const connection = { connectionString: database("127.0.0.1", 5000) };
  await mkdir(join(folder, "files"));
  await migrate(connection);
  await load(connection, SMALL);
  const db = openDatabase(connection, () => {});
  const bench = await signIn(db, 100);
  await db.close();
  const front = await startProxies(folder, APPLICATIONS, CONCURRENT);
  opened.push(() => front.stop());
  const application = await ApplicationMachines.start(folder, front.url, database);
  opened.push(() => application.stop());
  const client = new Client(front.url);
  opened.push(() => client.close());
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => Member.join(client)));
  const loads = application.addresses.map(() => new LoadClient());
  opened.push(() => loads.forEach((each) => each.close()));
  const drill = { cluster, application, client, members, bench, loads };
  const end = performance.now() + WARM_UP_SECONDS * 1_000;
  await fireMix(drill, () => performance.now() > end);
  return drill;
}

async function runRound(drill: Drill, kind: Kind | null, buyers: Buyers): Promise<Round> {
  const { cluster, client, members } = drill;
  const ordersBefore = buyers.orders.length;
  await cluster.whole(kind !== null);
  for (const member of members) await member.renew();
  const from = client.answers.length;
  const acknowledgedBefore = sum(members.map(({ acknowledged }) => acknowledged));
  const olderBefore = members.map(({ older }) => older.length);
  let isOver = false;
  const writing = members.map(async (member) => {
    while (!isOver) {
      await member.write(1 + Math.floor(Math.random() * VIDEOS));
      await pause(50);
    }
  });
  const mix = fireMix(drill, () => isOver);
  await pause(BEFORE);
  const primaryBefore = (await cluster.primary()).name;
  const breakdown: Breakdown | null = kind && BREAKDOWNS[kind];
  await breakdown?.prepare?.(cluster);
  let struckAt = performance.now();
  const strike = () => (struckAt = performance.now());
  const repair = await (breakdown?.strike(cluster) ?? killWhileBehind(cluster, strike));
  await quiet(client, struckAt);
  const repairedAt = performance.now();
  await repair();
  await cluster.whole(kind !== null);
  await quiet(client, repairedAt);
  isOver = true;
  await Promise.all(writing);
  const unexpected = await mix;
  const older = members.flatMap((member, index) => member.older.slice(olderBefore[index]));
  const lost = (await Promise.all(members.map((member) => member.contradictions()))).flat();
  return {
    what: breakdown?.what ?? "primary lost while its standbys were behind",
    goal: breakdown?.goal ?? BREAKDOWNS.machine.goal,
    hasBroken: breakdown?.moves === false || (await cluster.primary()).name !== primaryBefore,
    struckAt,
    repairedAt,
    answers: client.answers.slice(from),
    acknowledged: sum(members.map(({ acknowledged }) => acknowledged)) - acknowledgedBefore,
    orders: buyers.orders.length - ordersBefore,
    lost,
    older,
    unexpected,
  };
}

/** Resolves when the members had no failed request for a while. */
async function quiet({ answers }: Client, since: number): Promise<void> {
  const isBad = ({ status, ended, began }: (typeof answers)[number]) =>
    ended > since && (status === null || status >= 300 || ended - began > QUIET);
  for (const end = performance.now() + 30_000; performance.now() < end; await pause(200)) {
    const last = answers.findLast(isBad)?.ended ?? since;
    if (performance.now() - last > QUIET) return;
  }
}

/** @returns the number of answers that are neither a success nor a 503 */
async function fireMix({ application, bench, loads }: Drill, isOver: () => boolean): Promise<number> {
  const counts = await Promise.all(
    loads.map(async (client, index) => {
      let unexpected = 0;
      const url = application.addresses[index] ?? "";
      while (!isOver()) {
        const requests = mixed.requests(bench, SMALL);
        const burst = { url, requests, connections: 8, seconds: MIX_SECONDS, rate: MIX_RATE };
        const { errors, shed } = await client.fire(burst);
        unexpected += errors - shed;
      }
      return unexpected;
    }),
  );
  return sum(counts);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
