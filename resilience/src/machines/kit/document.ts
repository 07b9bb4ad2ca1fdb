import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";

/** The documents that have blocks for the drills of the kit and of the cluster. */
export const OPERATORS_DOCUMENTS = [
  "OPERATIONS.md",
  "docs/how-you-hear-of-trouble.md",
  "docs/secrets.md",
  "docs/point-in-time.md",
  "docs/cluster.md",
];

/** Their texts, one after the other. */
export const operatorsText = (): string =>
  OPERATORS_DOCUMENTS.map((file) => readFileSync(join(root, file), "utf8")).join("\n");

/** A fenced block of shell commands in a document. */
export interface Block {
  /** The first line after the fence, counted from 1. */
  line: number;
  /** The words behind `sh`: a drill that executes the block, and the part of it. */
  words: string[];
  /** The reason of a comment `<!-- not run: … -->` on the line before; null: there is none. */
  notRun: string | null;
  /** Lines that a `\` continues are one command; comments are left out. */
  commands: string[];
}

export function shellBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, info] = /^```sh\b(.*)$/.exec(lines[index] ?? "") ?? [];
    if (info === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    const text = lines
      .slice(index + 1, end)
      .join("\n")
      .replaceAll(/\\\n\s*/g, "");
    const commands = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
    const [, notRun = null] = /^<!-- not run: (.+) -->$/.exec(lines[index - 1] ?? "") ?? [];
    blocks.push({ line: index + 2, words: info.trim().split(/\s+/).filter(Boolean), notRun, commands });
    index = end;
  }
  return blocks;
}

/** Commands in running text and tables: code that begins with a program or with a statement of SQL. */
export function inlineCommands(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[^]*?^```$/gm, "");
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...new Set(spans.filter((code) => COMMAND.test(code)))];
}

const COMMAND =
  /^(?:npm|npx|node|docker|curl|systemctl|journalctl|promtool|manabiya|psql|nginx|apt-get|certbot|openssl|stripe|tar|patronictl|pgbackrest|restic|create|update|alter|drop|select|delete|revoke|grant) [\w-]/;
