// The release before must run on the present schema, so that a release can be rolled out process by process and taken back:
// the present server makes and fills the database, the previous commit's serves it, and what its members wrote is there when
// the present one takes over again.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/quiet-run.mjs";
import { Member } from "./member.mjs";

const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

/** Today's packages with the other commit's own workspaces among them. */
function linkPackages(checkout) {
  const [from, to] = [join(root, "node_modules"), join(checkout, "node_modules")];
  mkdirSync(join(to, "@manabiya"), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@manabiya" && !name.startsWith(".")) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, "@manabiya"))) {
    symlinkSync(join(checkout, name), join(to, "@manabiya", name));
  }
}

async function start(checkout, dataDir) {
  const env = { ...process.env, DEMO: "1", PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" };
  // Releases before the present layout had their program one folder up.
  const programs = ["server/src/bin/main.ts", "server/src/main.ts"];
  const program = programs.find((path) => existsSync(join(checkout, path)));
  const server = spawn(process.execPath, [program], { cwd: checkout, env });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const listen = (text) => {
      said += text;
      const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  return {
    address,
    errors: () => said.split("\n").filter((line) => line.startsWith("{")),
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** @returns the exit code */
export async function provePrevious([ref = "HEAD~1"]) {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-previous-"));
  // PostgreSQL's own user passes through it.
  chmodSync(folder, 0o711);
  const [checkout, dataDir] = [join(folder, "checkout"), join(folder, "data")];
  const members = [];
  let failed = 0;
  let passed = 0;
  const check = (name, isRight) => {
    if (isRight) passed += 1;
    else failed += 1;
    console.log(`${isRight ? "ok    " : "FAILED"}  ${name}`);
  };
  try {
    git("worktree", "add", "--detach", checkout, ref);
    linkPackages(checkout);
    const turns = [
      ["the present commit", root],
      [`the previous one (${git("rev-parse", "--short", ref)}) on its database`, checkout],
      ["the present one again", root],
    ];
    for (const [name, place] of turns) {
      const server = await start(place, dataDir);
      try {
        for (const member of members) {
          member.address = server.address;
          await member.logIn();
        }
        const newcomer = new Member(server.address, `turn-${members.length}@example.com`);
        await newcomer.signUp();
        members.push(newcomer);
        const videos = await newcomer.videos();
        for (const member of members) {
          for (const video of videos) await member.set(video, Math.random() < 0.5);
        }
        const lost = (await Promise.all(members.map((member) => member.contradictions()))).flat();
        check(`${name}: ${members.length} members log in, write and find what they wrote`, lost.length === 0);
        check(`${name}: nothing in its log`, server.errors().length === 0);
      } finally {
        await server.stop();
      }
    }
  } catch (error) {
    failed += 1;
    console.error(error);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    git("worktree", "prune");
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
