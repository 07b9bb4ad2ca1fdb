import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface ProgramOptions {
  /** Receives what the program prints. */
  logFile: string;
  environment?: Record<string, string>;
  folder?: string;
  /** Runs the program as this user instead of root. */
  user?: { uid: number; gid: number };
}

/** A program of a drill: a process group that the drill kills, freezes and starts again. */
export class Program {
  readonly #command: string;
  readonly #args: string[];
  readonly #options: ProgramOptions;
  #child: ChildProcess | null = null;

  constructor(command: string, args: string[], options: ProgramOptions) {
    this.#command = command;
    this.#args = args;
    this.#options = options;
  }

  start(): void {
    const { logFile, environment, folder, user } = this.#options;
    const log = createWriteStream(logFile, { flags: "a" });
    const child = spawn(this.#command, this.#args, {
      env: { PATH: process.env["PATH"], LANG: "C.UTF-8", ...environment },
      cwd: folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      ...user,
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    child.once("close", () => log.end());
    this.#child = child;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Null while it runs, and after a signal ended it. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** Sends the signal to the process alone, and not to its children. */
  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal);
  }

  /** Resolves when the process and its children have ended. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    if (this.isRunning) {
      const ended = once(child, "exit");
      signalGroup(child.pid, signal);
      await ended;
    }
    // A killed process leaves its children behind.
    while (signalGroup(child.pid, "SIGKILL")) await pause(20);
  }

  /** @throws with the end of the log when the program ended before it listened */
  async listens(port: number, host = "127.0.0.1"): Promise<void> {
    while (!(await connects(port, host))) {
      if (!this.isRunning) throw new Error(`${this.#command} ended:\n${await this.lastLines()}`);
      await pause(50);
    }
  }

  async lastLines(count = 30): Promise<string> {
    const text = await readFile(this.#options.logFile, "utf8").catch(() => "");
    return text.trimEnd().split("\n").slice(-count).join("\n");
  }
}

/** @returns whether the group still had a process */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

function connects(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new Socket();
    const answer = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once("error", () => answer(false));
    socket.connect(port, host, () => answer(true));
  });
}
