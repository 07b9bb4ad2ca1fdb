import { inlineCommands, shellBlocks } from "./document.ts";

/** A drill of `npm run prove`, a file that executes the command with a text of it, or the reason why nothing does. */
type Execution = { drill: string } | { file: string; text: string } | { notRun: string };

const ACCOUNT = "needs an account at Stripe";
const CONTAINERS = "there was no Docker engine";
const DASHBOARD = "a description of what a person reads";

/** Commands in running text, tables and unmarked blocks, by their beginning. The longest beginning holds. */
const EXECUTIONS: Record<string, Execution> = {
  "npm start": { file: "resilience/src/server.ts", text: '["start"]' },
  "npm test": { notRun: "it is the test itself" },
  "npm run dev": { notRun: "a watcher for developers, which never ends" },
  "npm run bench": { notRun: "it measures for many minutes; its programs have tests in bench/" },
  "npm run build": { file: "scripts/build.mjs", text: '"build"' },
  "npm run serve": { file: "server/src/runtime/npm-serve.test.ts", text: '"serve"' },
  "npm run --silent serve": { file: "server/src/runtime/npm-serve.test.ts", text: '"serve"' },
  "npm run release": { drill: "kit" },
  "npm run rehearsal": { notRun: "it serves until it is stopped" },
  "npm run prove": { notRun: "it is a drill, or lists them" },
  "npm run backup": { drill: "backup" },
  "npm run restore": { drill: "backup" },
  "npm run migrate": { notRun: "a start does the same" },
  "npm run unit": { notRun: "tests, which npm test runs" },
  "npm run manage": { drill: "kit" },
  "npm run manage -- stripe-check": { file: "server/src/bin/manage/stripe-check.test.ts", text: "stripe-check" },
  "npm run manage -- stripe-sync": { notRun: "its jobs have tests; the command itself has none" },
  "npm run manage -- turn-off-second-factor": {
    file: "server/src/bin/manage/turn-off-second-factor.test.ts",
    text: "turnOffSecondFactor",
  },
  "npm ci": { file: "deploy/release.mjs", text: '"ci"' },
  "docker ": { notRun: CONTAINERS },
  "create role manabiya": { file: "deploy/single/install", text: "create role manabiya login" },
  "update stripe_customers": { notRun: "only after Stripe moved customers to another account" },
  "promtool test rules": { notRun: "needs Debian's package prometheus" },
  "stripe listen": { notRun: ACCOUNT },
  "journalctl ": { notRun: "no systemd runs in the drill" },
  "manabiya ": { drill: "kit" },
  "select ": { notRun: DASHBOARD },
};

/**
 * Every command of a document that is neither executed nor marked as not run.
 * @param read the text of a file of the project; null: there is none
 * @param drills the names of `npm run prove`
 */
export function unproven(markdown: string, drills: readonly string[], read: (file: string) => string | null): string[] {
  const found: string[] = [];
  const consider = (command: string) => {
    const [beginning] = Object.keys(EXECUTIONS)
      .filter((each) => command.startsWith(each))
      .toSorted((a, b) => b.length - a.length);
    const execution = beginning === undefined ? undefined : EXECUTIONS[beginning];
    if (execution === undefined) found.push(`${command}: executed nowhere`);
    else if ("drill" in execution && !drills.includes(execution.drill)) found.push(`${command}: no such drill`);
    else if ("file" in execution && read(execution.file)?.includes(execution.text) !== true) {
      found.push(`${command}: not in ${execution.file}`);
    }
  };
  for (const { line, words, notRun, commands } of shellBlocks(markdown)) {
    const [drill] = words;
    if (notRun !== null) continue;
    if (drill === undefined) commands.forEach(consider);
    else if (!drills.includes(drill)) found.push(`line ${line}: no drill ${drill}`);
  }
  inlineCommands(markdown).forEach(consider);
  return found;
}
