import { execFile } from "node:child_process";
import { root } from "../../../../scripts/quiet-run.mjs";
import type { Ran } from "../debian/debian.ts";
import { type Block, shellBlocks } from "../kit/document.ts";
import type { Desk } from "./desk.ts";
import type { ClusterPart } from "./parts.ts";
import { ADDRESSES, type Name, type SixMachines } from "./six-machines.ts";

const PASSWORD = "drill-for-operators-7";

/** Values of a document's placeholders. */
type Values = Record<string, string>;

/** The person who has docs/cluster.md in one hand and a keyboard for six machines. */
export class ClusterOperator {
  readonly failed: string[] = [];
  readonly executed: string[] = [];
  readonly #machines: SixMachines;
  readonly #blocks: Block[];
  readonly #values: Values;
  readonly #desk: Desk;
  readonly #done = new Set<string>();

  /** @param values of placeholders */
  constructor(machines: SixMachines, document: string, values: Values, desk: Desk) {
    this.#machines = machines;
    this.#blocks = shellBlocks(document);
    this.#values = values;
    this.#desk = desk;
  }

  /** Executes the commands of the blocks `sh cluster PART` on a machine. @returns their output */
  async execute(part: ClusterPart, name: Name, values: Values = {}): Promise<string> {
    this.#done.add(part);
    return this.#executeBlocks("cluster", part, { ADDRESS: ADDRESSES[name], ...values }, (command) =>
      this.#at(name, command),
    );
  }

  /** Executes the blocks `sh kit PART`, which a machine of a cluster has in common with a single one. */
  async executeAsOne(part: string, name: Name, environment = ""): Promise<string> {
    return this.#executeBlocks("kit", part, {}, (command) => this.#at(name, `${environment} ${command}`.trim()));
  }

  /** Executes the commands on the operator's own computer, in the project's folder. */
  async executeAtDesk(part: ClusterPart): Promise<void> {
    this.#done.add(part);
    await this.#executeBlocks("cluster", part, {}, (command) => this.#atDesk(command));
  }

  /** Blocks that no call executed. */
  left(): string[] {
    const blocks = this.#blocks.filter(({ words: [drill] }) => drill === "cluster");
    return blocks.filter(({ words }) => !this.#done.has(words[1] ?? "")).map(({ words }) => words.join(" "));
  }

  async #executeBlocks(
    drill: string,
    part: string,
    values: Values,
    run: (command: string) => Promise<Ran>,
  ): Promise<string> {
    const blocks = this.#blocks.filter(({ words }) => words[0] === drill && words[1] === part);
    if (blocks.length === 0) this.failed.push(`no document has a block "sh ${drill} ${part}"`);
    let printed = "";
    for (const each of blocks.flatMap(({ commands }) => commands)) {
      const command = replaced(each, { ...this.#values, ...values });
      this.executed.push(command);
      const { code, output } = await run(command);
      printed += output;
      console.log(`${code === 0 ? "ran   " : "FAILED"}  ${command}`);
      if (code === 0) continue;
      console.log(output.trimEnd().split("\n").slice(-15).join("\n"));
      this.failed.push(`${command}: ${code}`);
    }
    return printed;
  }

  #at(name: Name, command: string): Promise<Ran> {
    return this.#machines.at(name).run(command, { input: `${PASSWORD}\n` });
  }

  async #atDesk(command: string): Promise<Ran> {
    const options = { cwd: root, env: this.#desk.environment };
    const ran = await new Promise<Ran>((resolve) => {
      execFile("bash", ["-c", command], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
      );
    });
    // The operator reads it there, for the next visit to the editor.
    const [, secret] = /^STRIPE_WEBHOOK_SECRET=(\S+)$/m.exec(ran.output) ?? [];
    if (secret !== undefined) this.#desk.answer("STRIPE_WEBHOOK_SECRET", secret);
    return ran;
  }
}

/** Placeholders are whole words, and the longest one holds. */
function replaced(command: string, values: Values): string {
  const names = Object.keys(values).toSorted((a, b) => b.length - a.length);
  return names.reduce((text, name) => {
    const pattern = new RegExp(`(?<![A-Z_])${name.replaceAll(".", "\\.")}(?![A-Z_])`, "g");
    return text.replace(pattern, values[name] ?? "");
  }, command);
}
