import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/testing/database/test-database.ts";
import { PROGRAM_ENVIRONMENT } from "../../test/testing/program-environment.ts";
import { PRODUCTION } from "../../test/testing/server-process.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Process ids of the tree below a process, by process group: npm and all below share one. */
function membersOf(group: number): number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,pgid=,stat="], { encoding: "utf8" }).trim().split("\n");
  return rows.flatMap((row) => {
    const [pid, pgid, state = ""] = row.trim().split(/\s+/);
    return Number(pgid) === group && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}

test.each([
  ["npm", "1", 1],
  ["npm", "2", 1],
  ["the process group", "2", -1],
])("SIGTERM to %s ends `npm run serve` with %s workers and leaves no process", async (_to, WORKERS, sign) => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const folder = await mkdtemp(join(tmpdir(), "manabiya-npm-"));
  const settings = { ...PRODUCTION, DATABASE_URL: url, DATA_DIR: folder, PORT: "0", WORKERS };
  // As OPERATIONS.md says.
  const npm = spawn("npm", ["run", "--silent", "serve"], {
    cwd: root,
    env: { ...PROGRAM_ENVIRONMENT, HOME: folder, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const group = npm.pid ?? expect.fail();
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (text) => (output += String(text)));
  onTestFinished(async () => {
    if (membersOf(group).length > 0) process.kill(-group, "SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain(`"msg":"serving"`);
  const before = membersOf(group).length;
  expect(before).toBeGreaterThan(Number(WORKERS));
  const ended = once(npm, "exit");
  process.kill(sign * group, "SIGTERM");
  expect(await ended).toEqual([0, null]);
  // A supervisor that waits for npm kills what is left.
  expect(membersOf(group)).toEqual([]);
  const lines = output.trim().split("\n");
  const all = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  // One may be under way, and its question to a card provider that is away fails in its own time.
  const said = all.filter((message) => !["a job ended early", "a job failed"].includes(message));
  expect(said[0]).toBe("starting");
  expect(said.slice(-2)).toEqual(["stopping", "stopped"]);
});
