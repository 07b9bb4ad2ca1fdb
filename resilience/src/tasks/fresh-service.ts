import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { startVideoHosts, type VideoHosts } from "@manabiya/e2e/stand-ins/video-hosts.ts";
import { startStripeSandbox } from "stripe-sandbox";
import { root } from "../../../scripts/quiet-run.mjs";
import { freePort, runProgram, temporaryFolder } from "../service.ts";
import { eventually } from "./facts.ts";

export const OWNER = { email: "owner@example.com", name: "運営 花子", password: "correct-horse-77" };

export interface FreshService {
  /** Such as "http://localhost:41234". */
  address: string;
  hosts: VideoHosts;
  /** Backs the running service up, by its command. */
  backUp(): Promise<void>;
  close(): Promise<void>;
}

/** `npm run serve` without content, with one superuser and the sandbox as its card provider, as OPERATIONS.md installs it. */
export async function openFreshService(): Promise<FreshService> {
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const step of opened.reverse()) await step();
  };
  try {
    const dataDir = await temporaryFolder();
    opened.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
    const hosts = await startVideoHosts();
    opened.push(() => hosts.close());
    const sandbox = await startStripeSandbox({ dataDir: null });
    opened.push(() => sandbox.close());
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const settings = {
      PUBLIC_URL: address,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      AUTH_SECRET: randomBytes(48).toString("base64"),
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_API_URL: sandbox.url,
      STRIPE_WEBHOOK_SECRET: "",
      VIDEO_HOSTS_URL: hosts.url,
    };
    const manage = async (args: string[], input = "") => {
      const { code, output } = await runProgram("manage", args, settings, input);
      if (code !== 0) throw new Error(output);
      return output;
    };
    const [, secret = ""] = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(await manage(["stripe-setup"])) ?? [];
    settings.STRIPE_WEBHOOK_SECRET = secret;
    await manage(["create-superuser", "--email", OWNER.email, "--name", OWNER.name], `${OWNER.password}\n`);
    opened.push(await serve(address, settings));
    const backUp = async () => {
      const { code, output } = await runProgram("backup", ["--to", join(dataDir, "backup")], settings);
      if (code !== 0) throw new Error(output);
    };
    return { address, hosts, backUp, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serve(address: string, settings: Record<string, string>): Promise<() => Promise<void>> {
  const npm = spawn("npm", ["run", "--silent", "serve"], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (text) => (output += String(text)));
  const hasExited = () => npm.exitCode !== null || npm.signalCode !== null;
  const stop = async () => {
    if (npm.pid === undefined || hasExited()) return;
    const exit = once(npm, "exit");
    process.kill(-npm.pid, "SIGTERM");
    await exit;
  };
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await eventually("the service", async () => {
      if (hasExited()) throw new Error(output);
      return (await isReady()) || undefined;
    });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
