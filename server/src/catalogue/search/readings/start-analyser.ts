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

/** Milliseconds for one video, many times what the longest texts take. All jobs of the service's process wait for the answer. */
const ANSWER_WITHIN = 60_000;

/** Starts the process that holds the dictionary. Requests have the processor first. */
export function startAnalyser(signal?: AbortSignal, answerWithin = ANSWER_WITHIN): Analyser {
  const child = fork(new URL("analyse-process.ts", import.meta.url), { execArgv: [] });
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  const stop = () => child.kill();
  signal?.addEventListener("abort", stop);
  const end = Promise.withResolvers<never>();
  // It also ends when nobody waits for an answer.
  const ended = end.promise.catch(() => signal?.removeEventListener("abort", stop));
  let isLate = false;
  child.on("error", end.reject);
  child.once("exit", (code) => {
    if (signal?.aborted) end.reject(signal.reason);
    else
      end.reject(new Error(`the process that analyses texts ${isLate ? "did not answer" : `ended with code ${code}`}`));
  });
  return {
    async keysOf(texts) {
      const answer = once(child, "message") as Promise<[number[][]]>;
      child.send(texts);
      const timer = setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, answerWithin);
      try {
        const [keys] = await Promise.race([answer, end.promise]);
        return keys;
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
