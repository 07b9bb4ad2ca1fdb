import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";

export interface Analyser {
  /** @returns the keys of each text's readings, in order */
  keysOf(texts: string[]): Promise<number[][]>;
  /** Its process has ended when this resolves. */
  close(): Promise<void>;
}

/** The nice value, at which a busy process gets three times as much of a processor. */
const PRIORITY = 5;

/** Starts the process that holds the dictionary. Requests have the processor first. */
export function startAnalyser(signal?: AbortSignal): Analyser {
  const child = fork(new URL("analyse-process.ts", import.meta.url), { execArgv: [] });
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  const stop = () => child.kill();
  signal?.addEventListener("abort", stop);
  const end = Promise.withResolvers<never>();
  // It also ends when nobody waits for an answer.
  const ended = end.promise.catch(() => signal?.removeEventListener("abort", stop));
  child.on("error", end.reject);
  child.once("exit", (code) =>
    end.reject(signal?.aborted ? signal.reason : new Error(`the process that analyses texts ended with code ${code}`)),
  );
  return {
    async keysOf(texts) {
      const answer = once(child, "message") as Promise<[number[][]]>;
      child.send(texts);
      const [keys] = await Promise.race([answer, end.promise]);
      return keys;
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
