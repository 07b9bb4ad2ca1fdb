import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Members } from "@manabiya/bench/calls/members.ts";
import type { BenchDatabase } from "@manabiya/bench/servers/database.ts";
import { SECRET } from "@manabiya/bench/servers/server.ts";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { freePort } from "../../service.ts";
import { Program } from "../program.ts";
import { Client } from "./client.ts";
import type { Network } from "./network.ts";
import type { Swift } from "./swift.ts";

const MAIN = fileURLToPath(import.meta.resolve("@manabiya/server/src/bin/main.ts"));
export const BUCKET = "films";

/** Member `STAFF` uploads; `OUTSIDER` has no subscription. */
export const STAFF = 100;
export const OUTSIDER = 99;

/** Shared by all steps of the drill. */
export interface Scene {
  swift: Swift;
  /** Between the server and the bucket. */
  network: Network;
  database: BenchDatabase;
  members: Members;
  folder: string;
}

export interface Application {
  url: string;
  staff: Client;
  client(member: number): Client;
  /** Megabytes. */
  memory(): Promise<number>;
  /** Seconds of CPU since the start. */
  cpu(): Promise<number>;
  log(): Promise<string>;
  metric(pattern: RegExp): Promise<number>;
  stop(): Promise<void>;
}

/** Clock ticks of Linux per second. */
const TICKS = 100;

/** The real server, whose bucket is `scene.swift` behind `scene.network`. */
export async function startApplication(
  scene: Scene,
  name: string,
  more: Record<string, string> = {},
): Promise<Application> {
  const { swift, network, database, members, folder } = scene;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const logFile = join(folder, `${name}.log`);
  const program = new Program(process.execPath, [...NODE_FLAGS, MAIN], {
    logFile,
    environment: {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, name),
      AUTH_SECRET: SECRET,
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_WEBHOOK_SECRET: "whsec_nobody",
      ...swift.settings(BUCKET, network.port),
      ...more,
    },
  });
  program.start();
  await program.listens(port);
  const url = `http://127.0.0.1:${port}`;
  const client = (member: number) => new Client(url, () => members.headers(member));
  const process_ = (file: string) => readFile(`/proc/${program.pid}/${file}`, "utf8");
  return {
    url,
    client,
    staff: client(STAFF),
    memory: async () => Number(/VmRSS:\s+(\d+)/.exec(await process_("status"))?.[1]) / 1024,
    cpu: async () => {
      const [user, system] = (await process_("stat")).split(") ")[1]?.split(" ").slice(11, 13) ?? [];
      return (Number(user) + Number(system)) / TICKS;
    },
    log: () => readFile(logFile, "utf8"),
    metric: async (pattern) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
    },
    stop: () => program.end(),
  };
}
