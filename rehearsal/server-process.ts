import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { OperatorError } from "@manabiya/server/src/errors/operator-error.ts";
import { root } from "../scripts/quiet-run.mjs";
import type { ClockMessage } from "./moved-clock.ts";

const BIN = fileURLToPath(new URL("../server/src/bin/", import.meta.url));
const CLOCK = new URL("./moved-clock.ts", import.meta.url).href;

/** Lines of the log that tell what happened last. */
const LINES = 15;

/** Milliseconds from SIGTERM to SIGKILL: more than the server gives itself. */
const LONGEST_STOP = 25_000;

/** The production server, as `npm run serve` starts it. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly log: { file: string; lastLines(): string };
  #isStopping = false;
  /** Rejects when the server ended by itself. */
  readonly ended: Promise<never>;

  constructor(folder: string, environment: Record<string, string>) {
    const file = join(folder, "server.log");
    const lastLines = () => readFileSync(file, "utf8").trimEnd().split("\n").slice(-LINES).join("\n");
    this.log = { file, lastLines };
    const log = openSync(file, "a", 0o600);
    this.#child = spawn(process.execPath, [...NODE_FLAGS, "--import", CLOCK, join(BIN, "main.ts")], {
      cwd: root,
      env: environment,
      stdio: ["ignore", log, log, "ipc"],
      // In a group of its own: Ctrl+C reaches the rehearsal, which stops it in order.
      detached: true,
    });
    this.ended = once(this.#child, "exit").then(([code, signal]): never => {
      if (this.#isStopping) throw new Error("stopped");
      throw new OperatorError(`The server ended (${signal ?? code}). Its last lines:\n${lastLines()}`);
    });
    this.ended.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @throws when the server ends before it is ready */
  async isReady(url: string): Promise<void> {
    const answers = () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await answers())) await Promise.race([pause(50), this.ended]);
  }

  /** Resolves when every process of the server has moved its clock. */
  async setClock(ahead: number): Promise<void> {
    const isSet = new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        const { rehearsal, ahead: now } = message as Partial<ClockMessage>;
        if (rehearsal !== "clock-set" || now !== ahead) return;
        this.#child.off("message", listen);
        resolve();
      };
      this.#child.on("message", listen);
    });
    this.#child.send({ rehearsal: "clock", ahead } satisfies ClockMessage);
    await Promise.race([isSet, this.ended]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child.kill("SIGTERM");
    const killer = setTimeout(() => this.#child.kill("SIGKILL"), LONGEST_STOP);
    await this.ended.catch(() => undefined);
    clearTimeout(killer);
  }
}

/** Runs a command of the operator, such as `manage stripe-setup`. @returns its output @throws OperatorError */
export async function runCommand(words: string[], environment: Record<string, string>, input = ""): Promise<string> {
  const [program = "", ...rest] = words;
  const child = spawn(process.execPath, [join(BIN, `${program}.ts`), ...rest], { cwd: root, env: environment });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new OperatorError(`${words.join(" ")} ended with ${code}:\n${output.trim()}`);
  return output;
}
