import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openSwitch } from "../machine.ts";
import { DatabaseMachine } from "./database-machine.ts";

const PASSWORD = "only this drill knows it";
const NAMES = ["SUPERUSER_PASSWORD", "REPLICATION_PASSWORD", "REWIND_PASSWORD", "REST_PASSWORD"];

/** Milliseconds until all machines must serve again after a breakdown. */
const RECOVERY = 120_000;

interface Member {
  name: string;
  role: string;
  state: string;
}

/** Three machines that Patroni makes one PostgreSQL. */
export class DatabaseCluster {
  readonly machines: DatabaseMachine[];
  /** For the files of `deploy/cluster/`. */
  readonly values: Record<string, string>;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.machines = [1, 2, 3].map((number) => new DatabaseMachine(number, folder));
    this.values = Object.fromEntries([
      ...NAMES.map((name) => [name, PASSWORD]),
      ["STATE", "new"],
      ...this.machines.flatMap(({ name, address }, index) => [
        [`NODE_${index + 1}`, name],
        [`ADDRESS_${index + 1}`, address],
      ]),
    ]) as Record<string, string>;
  }

  async start(): Promise<void> {
    const network = openSwitch();
    // The drill itself and its application machines ask from one address. `npm run prove -- cluster` has each machine's own.
    const logins = ["all all", "replication replicator"].map((who) => `    - hostssl ${who} ${network} scram-sha-256`);
    this.values["LOGINS"] = `\n${logins.join("\n")}`;
    this.#makeCertificate();
    for (const machine of this.machines) await machine.install(this.values);
    for (const { etcd } of this.machines) etcd.start();
    for (const { etcd, address } of this.machines) await etcd.listens(2379, address);
    for (const { patroni } of this.machines) patroni.start();
    await this.whole();
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
  }

  /** Makes the application's role and database, as OPERATIONS.md says. @returns its address at a host and port */
  async createDatabase(): Promise<(host: string, port: number) => string> {
    const primary = await this.primary();
    await this.#query(primary, "create role manabiya login password 'drill'");
    await this.#query(primary, "create database manabiya owner manabiya");
    const pinned = `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${join(this.#folder, "server.pem")}`;
    return (host, port) => `postgres://manabiya:drill@${host}:${port}/manabiya?${pinned}`;
  }

  #makeCertificate(): void {
    const [key, certificate] = ["server.key", "server.pem"].map((name) => join(this.#folder, name)) as [string, string];
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=drill"];
    execFileSync("openssl", ["req", "-x509", "-days", "2", ...kind, "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
  }

  /** The machine that Patroni calls the leader. */
  async primary(): Promise<DatabaseMachine> {
    for (const machine of this.machines) {
      const leader = (await membersOf(machine)).find(({ role }) => role === "leader");
      const found = this.machines.find(({ name }) => name === leader?.name);
      if (found) return found;
    }
    throw new Error("Patroni names no primary.");
  }

  /** Waits until one machine other than `before` is the primary. */
  async primaryOtherThan(before: DatabaseMachine): Promise<DatabaseMachine> {
    for (const end = Date.now() + RECOVERY; Date.now() < end; await pause(100)) {
      for (const machine of this.machines) if (machine !== before && (await isPrimary(machine))) return machine;
    }
    throw new Error("No standby was promoted.");
  }

  /** The machine whose acknowledgement commits wait for. */
  async synchronousStandby(): Promise<DatabaseMachine> {
    const members = await membersOf(await this.primary());
    const name = members.find(({ role }) => role === "sync_standby")?.name;
    const found = this.machines.find((machine) => machine.name === name);
    if (!found) throw new Error("There is no synchronous standby.");
    return found;
  }

  /** Waits until two standbys stream, one of them synchronously, and all of etcd answers. */
  async whole(isSynchronous = true): Promise<void> {
    let seen = "";
    for (const end = Date.now() + RECOVERY; Date.now() < end; await pause(300)) {
      try {
        const primary = await this.primary();
        const rows = await this.#query(primary, "select sync_state from pg_stat_replication where state = 'streaming'");
        const states = rows.map(({ sync_state }) => String(sync_state));
        const members = await membersOf(primary);
        seen = `${primary.name}: ${states.join(", ")}; ${JSON.stringify(members)}`;
        const hasStandby = !isSynchronous || members.some(({ role }) => role === "sync_standby");
        const isHealthy = await Promise.all(this.machines.map(({ address }) => isOk(`http://${address}:2379/health`)));
        if (states.length === 2 && hasStandby && !isHealthy.includes(false)) return;
      } catch (error) {
        seen = String(error);
      }
    }
    throw new Error(`The cluster did not become whole: ${seen}`);
  }

  /** Changes Patroni's settings of the whole cluster. */
  async configure(settings: object): Promise<void> {
    await this.#ask(await this.primary(), "PATCH", "/config", settings);
  }

  async writeCheckpoint(): Promise<void> {
    await this.#query(await this.primary(), "checkpoint");
  }

  /** A planned switchover. Resolves when Patroni says that it is done. */
  async switchOver(): Promise<void> {
    const [primary, standby] = [await this.primary(), await this.synchronousStandby()];
    await this.#ask(primary, "POST", "/switchover", { leader: primary.name, candidate: standby.name });
  }

  async #ask({ address }: DatabaseMachine, method: string, path: string, body: object): Promise<void> {
    const authorization = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString("base64")}`;
    const answer = await fetch(`http://${address}:8008${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`);
  }

  async #query({ address }: DatabaseMachine, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      ...{ host: address, user: "postgres", password: PASSWORD, database: "postgres" },
      ssl: { rejectUnauthorized: false },
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

const membersOf = async ({ address }: DatabaseMachine): Promise<Member[]> => {
  const url = `http://${address}:8008/cluster`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : [];
};

const isPrimary = ({ address }: DatabaseMachine) => isOk(`http://${address}:8008/primary`);

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
