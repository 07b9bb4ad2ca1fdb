import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Members, signIn } from "@manabiya/bench/calls/members.ts";
import type { DataSet } from "@manabiya/bench/data/sets.ts";
import { type BenchDatabase, openSet } from "@manabiya/bench/servers/database.ts";
import { end, printedAddress, SECRET } from "@manabiya/bench/servers/server.ts";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { temporaryFolder } from "../service.ts";
import { FIRST_VIDEO } from "./attacks/cloud-films.ts";
import { CLOUD_FILMS, CLOUD_SETTINGS } from "./clouds.ts";
import { CLIP, HIDDEN } from "./hidden.ts";
import type { Attack, Outcome, RunningTarget, Target } from "./target.ts";

const SMALL: DataSet = { name: "S", videos: 60, members: 120, history: 5, longestHistory: 20, searches: 0 };

/** Signs the provider's messages. */
export const WEBHOOK_SECRET = "whsec_of_the_attacks";

/** A database on which servers are attacked one after the other. */
export interface Range {
  /** Starts the server of a source. */
  start(root: string): Promise<RunningTarget>;
  attack(attack: Attack, target: Target): Promise<Outcome>;
  close(): Promise<void>;
}

export async function openRange(): Promise<Range> {
  const folder = await temporaryFolder();
  const database = await openSet(SMALL, null, () => {});
  const members = await signIn(database.db, SMALL.members);
  await hide(database);
  return {
    start: (root) => startTarget({ root, folder, database, members }),
    attack: async (attack, target) => {
      // Each attack begins with counters at zero.
      await database.db.query({ text: "truncate rate_limits, mail_outbox" });
      return attack.run(target);
    },
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Stores a text that members without access must not learn, and a film that they must not see. */
async function hide({ db }: BenchDatabase): Promise<void> {
  await db.query({ text: "update videos set description = $1 where id = 7", values: [`社外秘 ${HIDDEN}`] });
  await db.query({ text: "update videos set host = 'file', video_id = $1 where id = 8", values: [CLIP] });
  const films = "update videos set host = 'hls', video_id = $2, host_hash = $3 where id = $1";
  for (const [index, { id, address }] of CLOUD_FILMS.entries()) {
    await db.query({ text: films, values: [FIRST_VIDEO + index, id, address] });
  }
  await db.query({ text: "delete from video_search_texts where video_id in (7, 8)" });
}

interface Given {
  root: string;
  folder: string;
  database: BenchDatabase;
  members: Members;
}

async function startTarget({ root, folder, database, members }: Given): Promise<RunningTarget> {
  // One folder for all: any of the servers may send a mail, which becomes a file there.
  const dataDir = join(folder, "data");
  await mkdir(join(dataDir, "media/videos"), { recursive: true });
  await writeFile(join(dataDir, "media/videos", CLIP), "a film");
  // As earlier releases left it.
  for (const path of [".", "media", "media/videos", join("media/videos", CLIP)]) {
    await chmod(join(dataDir, path), path.endsWith(CLIP) ? 0o644 : 0o755);
  }
  async function start(settings: Record<string, string>): Promise<RunningTarget> {
    const environment: Record<string, string> = {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
      ...CLOUD_SETTINGS,
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      LOG_LEVEL: "info",
      ...settings,
    };
    const server: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, "server/src/bin/main.ts"], {
      cwd: root,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [server.stdout, server.stderr]) stream?.on("data", (text) => (log += String(text)));
    const url = await printedAddress(server).catch(async (error: unknown) => {
      await end(server);
      throw new Error(log, { cause: error });
    });
    return { url, root, dataDir, database, members, environment, log: () => log, start, stop: () => end(server) };
  }
  return start({});
}
