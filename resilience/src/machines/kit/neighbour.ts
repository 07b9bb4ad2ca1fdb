import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Debian } from "../debian/debian.ts";

/** A program beside this file, in the machine's network. It answers each line with a line of JSON, and ends with its input. */
export class Neighbour {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(debian: Debian, file: string, words: string[], environment: Record<string, string>) {
    const path = fileURLToPath(new URL(file, import.meta.url));
    this.#child = debian.startNeighbour([process.execPath, path, ...words], environment);
    if (this.#child.stdout === null) throw new Error(`${file} has no output.`);
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** @throws when the program ended instead of answering */
  async ask<Answer>(line: string): Promise<Answer> {
    this.#child.stdin?.write(`${line}\n`);
    const { value, done } = await this.#answers.next();
    if (done === true) throw new Error(`A program of the drill ended when it was asked: ${line}`);
    return JSON.parse(value) as Answer;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.stdin?.end();
    await ended;
  }
}

/** Answers each line of standard input, in a program that is a neighbour. Resolves when the input ends. */
export async function answerLines(answer: (words: string[]) => Promise<object>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(line.split(" ")))}\n`);
  }
}
