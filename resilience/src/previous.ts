// The previous release must run on the current schema, so that a release can be rolled out gradually and rolled back.
// The current server creates and fills the database, the previous commit's server uses it, then the current one again.
import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
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
  const [checkout, dataDir] = [join(folder, "checkout"), join(folder, "data")];
  const members: Member[] = [];
  const findings: Finding[] = [];
  try {
    git("worktree", "add", "--detach", checkout, ref);
    linkPackages(checkout);
    const turns: [name: string, source: string][] = [
      ["the current commit", root],
      [`the previous one (${git("rev-parse", "--short", ref)}) on its database`, checkout],
      ["the current one again", root],
    ];
    for (const [name, source] of turns) {
      const server = await start(source, dataDir);
      try {
        const lost = await writeAndCompare(server.address, members);
        findings.push(
          none(`${name}: lost writes of ${members.length} members`, lost.map(String)),
          none(`${name}: lines in its log`, server.errors()),
        );
      } finally {
        await server.stop();
      }
    }
    return findings;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    git("worktree", "prune");
  }
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** Links the installed packages, and the other commit's own workspaces among them. */
function linkPackages(checkout: string): void {
  const [from, to] = [join(root, "node_modules"), join(checkout, "node_modules")];
  mkdirSync(join(to, "@manabiya"), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@manabiya" && !name.startsWith(".")) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, "@manabiya"))) {
    symlinkSync(join(checkout, name), join(to, "@manabiya", name));
  }
}

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
