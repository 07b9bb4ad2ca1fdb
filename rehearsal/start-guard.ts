import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const GUARD = fileURLToPath(new URL("./guard.ts", import.meta.url));

/** A process that ends and removes what a killed rehearsal leaves. */
export interface Guard {
  /** @param part the number of a process group, or PostgreSQL's folder */
  watch(part: number | string): void;
  end(): Promise<void>;
}

export function startGuard(folder: string): Guard {
  const guard = spawn(process.execPath, [GUARD, folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  const ended = once(guard, "exit");
  guard.stdin.on("error", () => undefined);
  return {
    watch: (part) => void guard.stdin.write(`${part}\n`),
    end: async () => {
      guard.stdin.end();
      await ended;
    },
  };
}
