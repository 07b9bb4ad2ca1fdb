import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { end } from "@manabiya/bench/servers/server.ts";
import { temporaryFolder } from "../../service.ts";
import type { Outcome, Target } from "../target.ts";

const SETTINGS: Record<string, string>[] = [
  { HOST: "0.0.0.0", PUBLIC_URL: "https://manabiya.example.jp" },
  { HOST: "0.0.0.0" },
  { PUBLIC_URL: "https://manabiya.example.jp" },
];

/** The demo, which shows every mail and a superuser's password, must not start where others reach it. */
export async function run(target: Target): Promise<Outcome> {
  let succeeded = 0;
  for (const settings of SETTINGS) if (await starts(target, settings)) succeeded += 1;
  return { attempts: SETTINGS.length, succeeded };
}

async function starts({ root, environment }: Target, settings: Record<string, string>): Promise<boolean> {
  const folder = await temporaryFolder();
  const { PATH = "" } = environment;
  const server = spawn(process.execPath, ["server/src/bin/main.ts"], {
    cwd: root,
    env: { PATH, DEMO: "1", PORT: "0", DATA_DIR: folder, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const printed = once(server.stdout, "data").then(() => true);
  const refused = once(server, "exit").then(() => false);
  try {
    return await Promise.race([printed, refused]);
  } finally {
    await end(server);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
