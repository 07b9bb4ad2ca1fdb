import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startGuard } from "./start-guard.ts";

const sleeper = () => spawn("sleep", ["60"], { detached: true, stdio: "ignore" });

test("ends the programs and removes the folder of a rehearsal that is gone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-guard-"));
  const program = sleeper();
  const guard = startGuard(folder);
  guard.watch(program.pid ?? 0);
  guard.watch(join(folder, "database"));
  await guard.end();
  expect(existsSync(folder)).toBe(false);
  if (program.signalCode === null) await once(program, "exit");
  expect(program.signalCode).toBe("SIGKILL");
});

test("ends nothing after an orderly end, since another program may have the number by then", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-guard-"));
  const program = sleeper();
  const guard = startGuard(folder);
  guard.watch(program.pid ?? 0);
  await rm(folder, { recursive: true });
  await guard.end();
  expect(program.signalCode).toBeNull();
  program.kill("SIGKILL");
  await once(program, "exit");
});
