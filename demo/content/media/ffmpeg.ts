import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs ffmpeg on one thread at low priority; the last argument is the file that it writes. Rejects with its output. */
export async function run(args: string[]): Promise<void> {
  await execute("nice", ["ffmpeg", "-v", "error", "-nostdin", "-y", "-filter_threads", "1", ...args]);
}
