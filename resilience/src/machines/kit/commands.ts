import { CLUSTER_PARTS } from "../cluster/parts.ts";
import { inlineCommands, OPERATORS_DOCUMENTS, shellBlocks } from "./document.ts";
import { PARTS, QUICKSTART_PARTS } from "./operator.ts";

/** The words behind `sh` of blocks that a drill executes. It fails if it leaves one out. */
const DRILLED: Record<string, readonly string[]> = { kit: PARTS, cluster: CLUSTER_PARTS, quickstart: QUICKSTART_PARTS };

/**
 * Commands outside the drill's blocks, and what executes them: a test, a drill or a script of the kit, with the text that
 * does it. The key is the command's first words; the longest one holds.
 */
const EXECUTED: Record<string, { file: string; text: string }> = {
  "npm start": { file: "resilience/src/server.ts", text: '["start"]' },
  "npm run build": { file: "scripts/build.mjs", text: '"build"' },
  "npm run serve": { file: "server/src/runtime/npm-serve.long.test.ts", text: '"serve"' },
  "npm run --silent serve": { file: "server/src/runtime/npm-serve.long.test.ts", text: '"serve"' },
  "npm run rehearse -- --settings": { file: "resilience/src/machines/rehearsal/rehearsal.ts", text: '["--settings"' },
  "npm run rehearse -- --walk": { file: "resilience/src/machines/rehearsal/rehearsal.ts", text: '"--walk"]' },
  "npm run rehearse": { file: "resilience/src/machines/rehearsal/running.ts", text: '"rehearse"' },
  "npm run backup": { file: "resilience/src/machines/bucket/works.ts", text: 'runProgram("backup", ["--to"' },
  "npm run restore": { file: "resilience/src/machines/bucket/works.ts", text: 'runProgram("restore", ["--from"' },
  "npm run migrate": { file: "resilience/src/machines/poolers/commands.ts", text: 'runProgram("migrate"' },
  "manabiya migrate": { file: "deploy/shared/upgrade", text: "manabiya migrate" },
  "npm run manage -- check": { file: "server/src/bin/manage/check/check.long.test.ts", text: '"check", "--settings"' },
  "npm run manage -- prepare-films": {
    file: "server/src/bin/manage/prepare-films.test.ts",
    text: "prepareFilmsCommand",
  },
  "npm run manage -- stripe-check": { file: "server/src/bin/manage/stripe-check.long.test.ts", text: "stripe-check" },
  "npm run manage -- verify-backup": { file: "deploy/shared/backup/manabiya-restore-test", text: "verify-backup" },
  "npm run manage -- turn-off-second-factor": {
    file: "server/src/bin/manage/turn-off-second-factor.test.ts",
    text: "turnOffSecondFactor",
  },
  "npm run manage -- stripe-setup": {
    file: "resilience/src/machines/failover/application-machines.ts",
    text: '["stripe-setup"]',
  },
  "npm run manage -- stripe-sync": { file: "docs/point-in-time.md", text: "manabiya manage stripe-sync" },
  "npm ci": { file: "deploy/release.mjs", text: '"ci"' },
  "openssl rand -base64 48": { file: "deploy/shared/steps.sh", text: "openssl rand -base64 48" },
  "openssl genpkey": { file: "resilience/src/machines/kit/offered.ts", text: "openssl genpkey -algorithm ed25519" },
  "openssl pkey": { file: "resilience/src/machines/kit/offered.ts", text: "-pubout -outform DER | base64" },
  "create role manabiya": { file: "deploy/single/install", text: "create role manabiya login" },
  "create database manabiya_scratch": { file: "deploy/single/install", text: "create database manabiya_scratch owner" },
};

/**
 * Every command of a document that is neither executed nor marked as not run. Drills execute the blocks `sh kit PART`,
 * `sh cluster PART` and `sh quickstart PART`. A comment marks the block below it, or commands by their beginning.
 * @param read the text of a file of the project; null: there is none
 */
export function unproven(markdown: string, read: (file: string) => string | null): string[] {
  const found: string[] = [];
  const blocks = shellBlocks(markdown);
  const drilled = [...blocks, ...OPERATORS_DOCUMENTS.flatMap((file) => shellBlocks(read(file) ?? ""))]
    .filter(({ words: [drill = ""] }) => Object.hasOwn(DRILLED, drill))
    .flatMap(({ commands }) => commands);
  const notRun = [...markdown.matchAll(/^<!-- not run: `([^`]+)`: .+ -->$/gm)].map(([, beginning = ""]) => beginning);
  const consider = (command: string) => {
    const [literal = ""] = command.split(" …");
    // The kit's command starts the same program.
    const asScript = command.replace(/^manabiya manage /, "npm run manage -- ");
    if (drilled.some((each) => each.startsWith(literal)) || notRun.some((each) => command.startsWith(each))) return;
    const [beginning = ""] = Object.keys(EXECUTED)
      .filter((each) => `${asScript} `.startsWith(`${each} `))
      .toSorted((a, b) => b.length - a.length);
    const execution = EXECUTED[beginning];
    if (execution === undefined) found.push(`${command}: executed nowhere`);
    else if (read(execution.file)?.includes(execution.text) !== true)
      found.push(`${command}: not in ${execution.file}`);
  };
  for (const { line, words, notRun: reason, commands } of blocks) {
    const [drill, part = ""] = words;
    if (reason !== null) continue;
    if (drill === undefined) commands.forEach(consider);
    else if (DRILLED[drill]?.includes(part) !== true) {
      found.push(`line ${line}: no drill executes ${words.join(" ")}`);
    }
  }
  inlineCommands(markdown).forEach(consider);
  return found;
}
