// Two application machines behind the shipped nginx and HAProxy change their release one after the other, under load.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SECRET } from "@manabiya/bench/servers/server.ts";
import type { Finding } from "../../finding.ts";
import { freePort, SMALL, temporaryFolder } from "../../service.ts";
import { rm } from "node:fs/promises";
import { needPackages } from "../packages.ts";
import { ApplicationMachine } from "./application-machine.ts";
import { judgePlanted, judgeRolling, type Rolled } from "./judge.ts";
import { startProxies, startStockNginx } from "./proxies.ts";
import { Release, releaseBefore } from "./release.ts";
import { Visitors } from "./visitors.ts";

const WORKERS = 2;
const SESSIONS = 50;
/** Milliseconds of load with all machines in one state. */
const CALM = 3_000;
/** Milliseconds until HAProxy has counted a machine in again: two checks. */
const BACK = 6_000;

interface Plan {
  hasStockNginx: boolean;
  /** Runs with the present release. */
  migration: string | null;
  rollsBack: boolean;
}

export async function runDrill([ref = releaseBefore()]: string[]): Promise<Finding[]> {
  await needPackages({ haproxy: "/usr/sbin/haproxy", "nginx-light": "/usr/sbin/nginx", openssl: "/usr/bin/openssl" });
  const folder = await temporaryFolder();
  try {
    const run = async (name: string, plan: Plan) => {
      const own = join(folder, name);
      await mkdir(own, { mode: 0o711 });
      return judgeRolling(await roll(ref, own, plan));
    };
    const asShipped = { hasStockNginx: false, migration: null, rollsBack: true };
    const findings = await run("shipped", asShipped);
    const stock = await run("stock", { ...asShipped, hasStockNginx: true });
    const renamed = "alter table favorites rename column created_at to added_at";
    const broken = await run("migration", { ...asShipped, migration: renamed, rollsBack: false });
    return [
      ...findings,
      judgePlanted("stock nginx without checks, and no time to drain", stock),
      judgePlanted("a migration that breaks the previous release", broken),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function roll(ref: string, folder: string, { hasStockNginx, migration, rollsBack }: Plan): Promise<Rolled> {
  const opened: (() => Promise<void> | void)[] = [];
  try {
    const previous = Release.checkOut(ref, join(folder, "previous"));
    opened.push(() => previous.remove());
    const next = migration === null ? Release.present() : Release.checkOut("HEAD", join(folder, "next"));
    opened.push(() => next.remove());
    if (migration !== null) next.plant(migration);
    console.log(`${previous.name} to ${next.name}${migration === null ? "" : ` with "${migration}"`}`);
    const database = await previous.openDatabase(SMALL);
    opened.push(() => database.close());
    const members = await previous.signIn(database, SESSIONS);
    const files = join(folder, "files");
    await mkdir(files);
    const settings = {
      DATABASE_URL: database.url,
      AUTH_SECRET: SECRET,
      DATA_DIR: files,
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_WEBHOOK_SECRET: "whsec_nobody",
      VIDEO_HOSTS_URL: "http://127.0.0.1:9",
      WORKERS: String(WORKERS),
      DRAIN_SECONDS: hasStockNginx ? "0" : "5",
      LOG_LEVEL: "warn",
    };
    const machines = [await freePort(), await freePort()].map((port) => new ApplicationMachine(port, folder, settings));
    for (const machine of machines) {
      await machine.start(previous);
      opened.push(() => machine.kill());
    }
    const ports = machines.map(({ port }) => port);
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    const proxies = await (hasStockNginx
      ? startStockNginx(folder, ports)
      : startProxies(folder, addresses, 128 * WORKERS));
    opened.push(() => proxies.stop());
    await pause(BACK);
    const visitors = await Visitors.arrive(proxies.url, members);
    await visitors.start();
    for (const release of rollsBack ? [next, previous] : [next]) {
      for (const machine of machines) {
        await pause(CALM);
        await machine.stop();
        await machine.start(release);
        await pause(BACK);
      }
    }
    await pause(CALM);
    await visitors.stop();
    const complaints = (await Promise.all(machines.map((machine) => machine.failures()))).flat();
    return {
      requests: visitors.requests,
      failed: visitors.failed,
      acknowledged: visitors.acknowledged,
      lost: await visitors.lost().catch((error: unknown) => [String(error)]),
      endedSessions: await visitors.endedSessions(SESSIONS),
      complaints: [...complaints, ...machines.filter(({ badExits }) => badExits > 0).map(({ port }) => `${port}`)],
    };
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}
