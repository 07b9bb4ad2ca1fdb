import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { storageFull } from "../../errors/app-error.ts";

/**
 * Every other process has the processor first. The program gets the signals whose names are written to the standard input, and ends
 * with it, also while it is stopped. It closes when this process ends in whatever way: ffmpeg itself would go on.
 */
const AT_LOWEST_PRIORITY = `exec 3<&0
nice -n 19 "$@" 3<&- </dev/null & child=$!
{ while read -r signal <&3; do kill -s "$signal" $child; done; kill -9 $child; } >/dev/null 2>&1 & exec 3<&-
wait $child`;

/** Milliseconds between two looks whether this process is busy, and the part of them that makes it so. */
const LOOK_EVERY = 1_000;
const BUSY = 0.3;
/** Looks after which a program works until the next one, so that it ends also beside a process that is always busy. */
const RESTS_MAX = 30;

/** Messages of ffmpeg about a full disk, a quota, and a limit of a file's size, and the shell's code for the signal of such a limit. */
const NO_ROOM = /No space left on device|Disk quota exceeded|File too large/;
const FILE_TOO_LARGE = 128 + 25;

/** Characters of a program's messages that are kept. */
const MESSAGES_MAX = 2_000;

/** A program ended with a failure, which its last messages explain. */
export class ProgramFailed extends Error {
  override name = "ProgramFailed";
}

/**
 * A program of the lowest priority still slows down others, because threads of a processor share its caches and the memory. So it
 * rests while requests keep this process busy; of several processes each has its share of them.
 * @returns a function that ends the looks
 */
export function restWhileBusy(tell: (signal: "STOP" | "CONT") => void): () => void {
  let before = performance.eventLoopUtilization();
  let rests = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    rests = utilization > BUSY && rests < RESTS_MAX ? rests + 1 : 0;
    tell(rests > 0 ? "STOP" : "CONT");
  }, LOOK_EVERY);
  return () => clearInterval(timer);
}

/**
 * Runs ffmpeg or ffprobe.
 * @param onLine receives each line of the output @returns its messages
 * @throws ProgramFailed; AppError 507 on a full disk; the signal's reason
 */
export async function runTool(
  tool: "ffmpeg" | "ffprobe",
  args: string[],
  { signal, onLine }: { signal: AbortSignal; onLine: (line: string) => void },
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn("sh", ["-c", AT_LOWEST_PRIORITY, "sh", tool, ...args]);
  const end = () => child.stdin.end();
  // The shell may be gone already.
  child.stdin.on("error", () => undefined);
  child.once("exit", end);
  signal.addEventListener("abort", end);
  const endLooks = restWhileBusy((name) => child.stdin.write(`${name}\n`));
  let messages = "";
  child.stderr.on("data", (chunk) => (messages = (messages + String(chunk)).slice(-MESSAGES_MAX)));
  createInterface(child.stdout).on("line", onLine);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    signal.throwIfAborted();
    if (NO_ROOM.test(messages) || code === FILE_TOO_LARGE) throw storageFull(new Error(messages));
    if (code !== 0) throw new ProgramFailed(`${tool} ended with ${code}: ${messages}`);
    return messages;
  } finally {
    endLooks();
    signal.removeEventListener("abort", end);
  }
}

/** @returns ffmpeg's version; null where ffmpeg or ffprobe cannot be started */
export async function findFfmpeg(): Promise<string | null> {
  const version = async (tool: string) => (await promisify(execFile)(tool, ["-version"])).stdout;
  try {
    const [text] = await Promise.all([version("ffmpeg"), version("ffprobe")]);
    return /version (\S+)/.exec(text)?.[1] ?? "";
  } catch {
    return null;
  }
}
