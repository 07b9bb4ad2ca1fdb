import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { NODE_FLAGS } from "@manabiya/server/node-flags.mjs";
import { Program } from "../program.ts";
import type { Release } from "./release.ts";

/** One of two machines that serve the application. It keeps its port from release to release. */
export class ApplicationMachine {
  readonly port: number;
  readonly #logFile: string;
  readonly #settings: Record<string, string>;
  #program: Program | null = null;
  /** Starts that went on after an end with another code than 0. */
  badExits = 0;

  constructor(port: number, folder: string, settings: Record<string, string>) {
    this.port = port;
    this.#logFile = join(folder, `application-${port}.log`);
    this.#settings = { ...settings, PORT: String(port) };
  }

  /** Resolves when the release answers as ready. */
  async start(release: Release): Promise<void> {
    const program = new Program(process.execPath, [...NODE_FLAGS, join(release.source, "server/src/bin/main.ts")], {
      logFile: this.#logFile,
      environment: this.#settings,
      folder: release.source,
    });
    this.#program = program;
    program.start();
    while (!(await this.#isReady())) {
      if (!program.isRunning) throw new Error(await program.lastLines());
      await pause(50);
    }
  }

  /** As systemd does: SIGTERM to the supervisor alone. */
  async stop(): Promise<void> {
    this.#program?.signal("SIGTERM");
    while (this.#program?.isRunning) await pause(20);
    if (this.#program?.exitCode !== 0) this.badExits += 1;
  }

  async kill(): Promise<void> {
    await this.#program?.end("SIGKILL");
  }

  /** Lines of the log about requests that failed. */
  async failures(): Promise<string[]> {
    const text = await readFile(this.#logFile, "utf8").catch(() => "");
    return text.split("\n").filter((line) => line.includes('"request failed"') || line.includes("worker ended"));
  }

  #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
