import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseCluster } from "./database-cluster.ts";
import type { DatabaseMachine } from "./database-machine.ts";

/** Repairs what a breakdown broke. */
type Repair = () => Promise<void> | void;

export interface Breakdown {
  what: string;
  /** Seconds until members are served again. */
  goal: number;
  /** Whether another machine becomes the primary. */
  moves: boolean;
  /** The operator's step before a planned breakdown. */
  prepare?: (cluster: DatabaseCluster) => Promise<void>;
  strike: (cluster: DatabaseCluster) => Promise<Repair>;
}

const KILL_GOAL = 15;
const SWITCHOVER_GOAL = 2;

const nothing: Repair = () => {};

let etcdKills = 0;

export const BREAKDOWNS = {
  postmaster: {
    what: "kill -9 of the primary's postmaster",
    goal: KILL_GOAL,
    moves: true,
    strike: async (cluster) => {
      (await cluster.primary()).killPostmaster();
      return nothing;
    },
  },
  frozen: {
    what: "frozen primary, thawed after another took over",
    goal: KILL_GOAL,
    moves: true,
    strike: async (cluster) => {
      const primary = await cluster.primary();
      primary.freeze();
      await cluster.primaryOtherThan(primary);
      return () => primary.thaw();
    },
  },
  switchover: {
    what: "planned switchover",
    goal: SWITCHOVER_GOAL,
    moves: true,
    // Patroni then has less to write while it stops PostgreSQL.
    prepare: (cluster) => cluster.writeCheckpoint(),
    strike: async (cluster) => {
      await cluster.switchOver();
      return nothing;
    },
  },
  cut: {
    what: "primary cut off from every machine",
    goal: KILL_GOAL,
    moves: true,
    strike: async (cluster) => {
      const primary = await cluster.primary();
      primary.unplug();
      await cluster.primaryOtherThan(primary);
      return () => primary.plugIn();
    },
  },
  machine: {
    what: "kill -9 of the primary's Patroni and postmaster",
    goal: KILL_GOAL,
    moves: true,
    strike: async (cluster) => {
      const primary = await cluster.primary();
      primary.patroni.signal("SIGKILL");
      primary.killPostmaster();
      await cluster.primaryOtherThan(primary);
      return () => primary.patroni.start();
    },
  },
  etcd: {
    what: "kill -9 of an etcd node",
    goal: KILL_GOAL,
    moves: false,
    strike: async ({ machines }) => {
      const { etcd } = machines[etcdKills++ % machines.length] as DatabaseMachine;
      etcd.signal("SIGKILL");
      await pause(5_000);
      if (etcd.isRunning) throw new Error("The etcd node was not killed.");
      return () => etcd.start();
    },
  },
  split: {
    what: "primary cut off from the other database machines alone",
    goal: KILL_GOAL,
    moves: true,
    strike: async (cluster) => {
      const primary = await cluster.primary();
      const others = cluster.machines.filter((machine) => machine !== primary);
      for (const other of others) primary.lose(other);
      await cluster.primaryOtherThan(primary);
      return () => {
        for (const other of others) primary.find(other);
      };
    },
  },
  patroni: {
    what: "kill -9 of the primary's Patroni, whose PostgreSQL goes on",
    goal: KILL_GOAL,
    moves: true,
    strike: async (cluster) => {
      const primary = await cluster.primary();
      primary.patroni.signal("SIGKILL");
      await cluster.primaryOtherThan(primary);
      return () => primary.patroni.start();
    },
  },
  standby: {
    what: "frozen synchronous standby",
    goal: KILL_GOAL,
    moves: false,
    strike: async (cluster) => {
      const standby = await cluster.synchronousStandby();
      standby.freeze();
      await pause(10_000);
      return () => standby.thaw();
    },
  },
} satisfies Record<string, Breakdown>;

export type Kind = keyof typeof BREAKDOWNS;

/** Milliseconds for which the standbys of the planted error receive nothing. */
const BEHIND = 1_500;

/** The breakdown that shows whether commits wait for a standby: the primary is lost while its standbys are behind. */
export async function killWhileBehind(cluster: DatabaseCluster, onStrike: () => void): Promise<Repair> {
  const primary = await cluster.primary();
  const others = cluster.machines.filter((machine) => machine !== primary);
  for (const other of others) primary.lose(other);
  await pause(BEHIND);
  onStrike();
  primary.patroni.signal("SIGKILL");
  primary.killPostmaster();
  for (const other of others) primary.find(other);
  await cluster.primaryOtherThan(primary);
  return () => primary.patroni.start();
}
