// The previous release must run on the current schema, so that a release can be rolled out gradually and rolled back; the
// current one must bring the previous release's database up to date. The two servers use one database in turn.
import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { root } from "../../scripts/quiet-run.mjs";
import { printedAddress } from "@manabiya/bench/servers/server.ts";
import { type Finding, none } from "./finding.ts";
import { Member } from "./member.ts";

export async function runDrill([ref = "HEAD~1"]: string[]): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-previous-"));
  // PostgreSQL's own user passes through it.
  chmodSync(folder, 0o711);
  const checkout = join(folder, "checkout");
  const findings: Finding[] = [];
  try {
    git("worktree", "add", "--detach", checkout, ref);
    linkPackages(checkout);
    const current: Turn = { name: "the current commit", source: root };
    const previous: Turn = { name: `the previous one (${git("rev-parse", "--short", ref)})`, source: checkout };
    for (const turns of [
      [current, previous, current],
      [previous, current],
    ]) {
      findings.push(...(await takeTurns(turns, mkdtempSync(join(folder, "data-")))));
    }
    return findings;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    git("worktree", "prune");
  }
}

interface Turn {
  name: string;
  /** The folder of its checkout. */
  source: string;
}

/** The first server creates and fills the database, and the others use it. */
async function takeTurns(turns: Turn[], dataDir: string): Promise<Finding[]> {
  chmodSync(dataDir, 0o711);
  const members: Member[] = [];
  const findings: Finding[] = [];
  for (const [index, { name, source }] of turns.entries()) {
    const title = index === 0 ? `${name} on a new database` : `${name} after ${turns[index - 1]?.name}`;
    const server = await start(source, dataDir);
    try {
      const lost = await writeAndCompare(server.address, members);
      findings.push(
        none(`${title}: lost writes of ${members.length} members`, lost.map(String)),
        none(`${title}: lines in its log`, server.errors()),
      );
    } finally {
      await server.stop();
    }
  }
  return findings;
}

export const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** Links the installed packages, and the other commit's own workspaces by the names that they have there. */
export function linkPackages(checkout: string): void {
  const [from, to] = [join(root, "node_modules"), join(checkout, "node_modules")];
  mkdirSync(join(to, "@manabiya"), { recursive: true });
  for (const folder of readManifest(checkout).workspaces ?? []) {
    symlinkSync(join(checkout, folder), join(to, readManifest(join(checkout, folder)).name));
  }
  for (const name of readdirSync(from)) {
    if (!name.startsWith(".") && !existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name));
  }
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; workspaces?: string[] };

async function start(source: string, dataDir: string) {
  const env = { ...process.env, DEMO: "1", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" };
  // Older releases had their program one folder up.
  const programs = ["server/src/bin/main.ts", "server/src/main.ts"];
  const program = programs.find((path) => existsSync(join(source, path))) ?? "";
  const server: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [program], {
    cwd: source,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (output += String(text)));
  const address = await printedAddress(server).catch((error: unknown) => {
    throw new Error(output, { cause: error });
  });
  return {
    address,
    errors: () => output.split("\n").filter((line) => line.startsWith("{")),
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** All members and a new one log in, write and read back. @returns the videos with a lost write */
async function writeAndCompare(address: string, members: Member[]): Promise<number[]> {
  for (const member of members) {
    member.address = address;
    await member.logIn();
  }
  const newcomer = new Member(address, `turn-${members.length}@example.com`);
  await newcomer.signUp();
  members.push(newcomer);
  const videos = await newcomer.videos();
  for (const member of members) {
    for (const video of videos) await member.set(video, Math.random() < 0.5);
  }
  return (await Promise.all(members.map((member) => member.contradictions()))).flat();
}
