import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../../../../scripts/quiet-run.mjs";

/** Milliseconds until nothing may be left of a rehearsal that was killed. */
const LONGEST_REMOVAL = 15_000;

/** `npm run rehearse` as an operator starts it, in a process group of its own as at a terminal. */
export class Running {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  output = "";

  constructor(args: string[], environment: Record<string, string> = {}) {
    this.child = spawn("npm", ["run", "--silent", "rehearse", "--", ...args], {
      cwd: root,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        npm_config_update_notifier: "false",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk) => (this.output += String(chunk)));
    }
    this.exited = once(this.child, "exit");
  }

  /** Resolves when the operator can begin. @returns the folder of the rehearsal @throws when it ended */
  async begun(): Promise<string> {
    while (!this.output.includes("Ctrl+C")) {
      if (this.child.exitCode !== null) throw new Error(this.output);
      await pause(50);
    }
    return rehearsalFolder();
  }

  /** As Ctrl+C at a terminal, which reaches npm and everything in its group. */
  signal(name: NodeJS.Signals): void {
    process.kill(-(this.child.pid ?? 0), name);
  }
}

/** @throws unless exactly one rehearsal runs */
function rehearsalFolder(): string {
  const found = new Set(processes().flatMap(({ words }) => /\/\S*manabiya-rehearsal-\w{6}/.exec(words)?.[0] ?? []));
  const [folder] = found;
  if (folder === undefined || found.size > 1) throw new Error(`${found.size} rehearsals run on this machine`);
  return folder;
}

/** Programs of the rehearsal that belongs to a folder, by what they were started with. */
export function processesOf(folder: string, part = ""): number[] {
  return processes()
    .filter(({ words }) => words.includes(folder) && words.includes(part))
    .map(({ pid }) => pid);
}

function processes(): { pid: number; words: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const read = (file: string) => readFileSync(`/proc/${name}/${file}`, "utf8").replaceAll("\0", " ");
      return [{ pid: Number(name), words: `${read("cmdline")} ${read("environ")}` }];
    } catch {
      // It has ended, or it belongs to somebody else.
      return [];
    }
  });
}

/** Files and processes of a rehearsal after the time in which everything must be gone. */
export async function leftOvers(folder: string): Promise<string[]> {
  const left = () => [
    ...(existsSync(folder) ? [folder] : []),
    ...processesOf(folder).map((pid) => `process ${pid}: ${readFileSync(`/proc/${pid}/cmdline`, "utf8").slice(0, 80)}`),
  ];
  for (const end = Date.now() + LONGEST_REMOVAL; left().length > 0 && Date.now() < end; await pause(100));
  return left();
}
