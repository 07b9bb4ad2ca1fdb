import { execFile } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const PROCESS = fileURLToPath(new URL("analyse-process.ts", import.meta.url));

/** The nice value, at which a busy process gets three times as much of a processor. */
const PRIORITY = 5;

/** Milliseconds, many times what a batch of the longest texts takes. All jobs of the service's process wait for the answer. */
const ANSWER_WITHIN = 60_000;

/** Starts a process that loads the dictionary; requests have the processor first. @returns the keys of each text's readings */
export async function analyse(texts: string[], signal?: AbortSignal, timeout = ANSWER_WITHIN): Promise<number[][]> {
  const options = { signal, timeout, killSignal: "SIGKILL", maxBuffer: Infinity } as const;
  const running = promisify(execFile)(process.execPath, [PROCESS], options);
  const { pid, stdin } = running.child;
  if (pid !== undefined) setPriority(pid, PRIORITY);
  // The process may end before it has read everything. Its failure says so.
  stdin?.on("error", () => {}).end(JSON.stringify(texts));
  return JSON.parse((await running).stdout) as number[][];
}
