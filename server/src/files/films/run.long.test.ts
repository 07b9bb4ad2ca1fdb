import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findFfmpeg, restWhileBusy, runTool } from "./run.ts";

const hasFfmpeg = (await findFfmpeg()) !== null;

/** Keeps a process busy. */
const burn = () =>
  setInterval(() => {
    for (const end = performance.now() + 45; performance.now() < end;);
  }, 50);

/** A film that never ends, with a mark by which its program is found. */
const endless = (mark: string) => [
  ...["-hide_banner", "-nostats", "-progress", "pipe:1", "-stats_period", "0.1", "-re"],
  ...["-f", "lavfi", "-i", "testsrc=size=64x64:rate=25", "-metadata", `title=${mark}`, "-f", "null", "-"],
];

/** @returns "T" for a stopped program, "" for none */
async function stateOf(mark: string): Promise<string> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "stat=,args="], { maxBuffer: 1e7 });
  return stdout.split("\n").find((line) => /^\S+\s+ffmpeg /.test(line) && line.includes(mark))?.[0] ?? "";
}
const expectState = (mark: string, state: unknown) =>
  expect.poll(() => stateOf(mark), { timeout: 60_000 }).toEqual(state);

describe.runIf(hasFfmpeg)("a program", () => {
  test("rests while this process is busy, goes on when it is calm, and can be ended while it rests", async () => {
    const mark = `rest-${process.pid}`;
    const ending = new AbortController();
    let lines = 0;
    const ended = runTool("ffmpeg", endless(mark), { signal: ending.signal, onLine: () => (lines += 1) });
    const isRefused = expect(ended).rejects.toThrow("aborted");
    await expect.poll(() => lines, { timeout: 60_000 }).toBeGreaterThan(0);
    let busy = burn();
    onTestFinished(() => clearInterval(busy));
    await expectState(mark, "T");
    const rested = lines;
    clearInterval(busy);
    await expect.poll(() => lines, { timeout: 60_000 }).toBeGreaterThan(rested + 5);
    busy = burn();
    await expectState(mark, "T");
    ending.abort();
    await isRefused;
    await expectState(mark, "");
  });

  test("that rests ends with its process, also after kill -9", async () => {
    const mark = `killed-${process.pid}`;
    const script = `import { runTool } from ${JSON.stringify(join(import.meta.dirname, "run.ts"))};
      void runTool("ffmpeg", ${JSON.stringify(endless(mark))}, { signal: new AbortController().signal, onLine: () => {} });
      (${String(burn)})();`;
    const owner = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "ignore" });
    await expectState(mark, "T");
    owner.kill("SIGKILL");
    await once(owner, "exit");
    await expectState(mark, "");
  });
});

test("a program beside a process that is always busy works one second in thirty-one", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let told: string[] = [];
  const end = restWhileBusy((signal) => told.push(signal));
  onTestFinished(end);
  // Nothing else happens in this process meanwhile.
  vi.advanceTimersByTime(62_000);
  const work = told.flatMap((signal, index) => (signal === "CONT" ? [index] : []));
  expect([told.length, ...work]).toEqual([62, 30, 61]);
  told = [];
  await pause(500);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(["CONT"]);
});
