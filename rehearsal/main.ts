// `npm run rehearse`, or `manabiya rehearse` with the kit: OPERATIONS.md, Rehearse.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { operatorCommand } from "@manabiya/server/src/errors/operator-command.ts";
import { OperatorError } from "@manabiya/server/src/errors/operator-error.ts";
import { root } from "../scripts/quiet-run.mjs";
import { printGuide } from "./guide.ts";
import { openRehearsal, type Rehearsal } from "./rehearsal.ts";
import { programEnvironment, readOwnSettings } from "./settings.ts";
import { walk } from "./walk/walk.ts";

const USAGE = `Usage: ${operatorCommand("rehearse [--settings FILE] [--walk]")}`;

/** Resolves at Ctrl+C, or when this process shall end. */
const stopped = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
});

try {
  process.exitCode = await rehearse();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// A call that waits for a part that ended must not hold the process.
process.exit();

async function rehearse(): Promise<number> {
  const { settings = null, walks } = readArguments();
  if (!existsSync(`${root}web/dist/index.html`)) {
    throw new OperatorError("The pages are not built: run npm run build, then start again.");
  }
  const own = readOwnSettings(process.env, settings);
  // PostgreSQL's programs and the guard inherit what is left: no secret, and nothing that leads them elsewhere (PGPORT).
  const needed = programEnvironment(process.env);
  for (const name of Object.keys(process.env)) if (!(name in needed)) delete process.env[name];
  console.log("Starting a rehearsal with a database, a card provider and a mailbox of its own …");
  if (own.replaced.length > 0) console.log(`Replaced for the rehearsal: ${own.replaced.join(", ")}`);
  const rehearsal = await openRehearsal({ ...own, environment: process.env });
  try {
    if (walks) return await walkThrough(rehearsal);
    printGuide(rehearsal);
    await Promise.race([stopped, rehearsal.ended]);
    return 0;
  } finally {
    await rehearsal.close();
    console.log("Everything of the rehearsal is removed.");
  }
}

/** @returns the exit code */
async function walkThrough(rehearsal: Rehearsal): Promise<number> {
  const wrong = await Promise.race([walk(rehearsal, console.log), rehearsal.ended, stopped]);
  if (wrong === 0) return 0;
  if (wrong !== undefined) console.log(`The last lines of the server's log:\n${rehearsal.log.lastLines()}`);
  return 1;
}

function readArguments() {
  try {
    const options = { settings: { type: "string" }, walk: { type: "boolean", default: false } } as const;
    const { settings, walk: walks } = parseArgs({ options }).values;
    return { settings, walks };
  } catch {
    throw new OperatorError(USAGE);
  }
}
