// `npm test`: every check of the project, also on a fresh clone. Ends with `N passed, N failed`.
import "./node-version.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, japaneseFont } from "./browser.mjs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { environment, npm, root } from "./quiet-run.mjs";
import { checkCounts, leftOutFiles, playwrightCounts, sum, vitestCounts } from "./test-counts.mjs";

const began = performance.now();
const reports = mkdtempSync(join(tmpdir(), "manabiya-reports-"));
const memory = memoryFolder();
const unitReport = join(reports, "unit.json");
const journeyReport = join(reports, "journeys.json");
const results = [];

/** Runs one step, prints its result and failures, and adds its counts. */
async function step(name, run, count = (ok) => checkCounts(ok)) {
  const { ok, output, seconds } = await run();
  const counted = count(ok);
  results.push(counted);
  const amount = counted.passed + counted.failed > 1 ? `, ${counted.passed} passed, ${counted.failed} failed` : "";
  console.log(`${counted.failed === 0 ? "ok    " : "FAILED"}  ${name} (${seconds.toFixed(1)} s${amount})`);
  for (const account of counted.accounts ?? []) console.log(account);
  if (counted.failed > 0 && !counted.accounts?.length) console.log(`${output.trim()}\n`);
}

const run = (script, words = [], env = {}, seconds = 3_000) =>
  npm(["run", "--silent", script, "--", ...words], {
    env: { ...environment, ...(memory && { TMPDIR: memory }), ...env },
    seconds,
  });

await install();
// The search for a browser runs beside the first steps.
const found = Promise.all([browser(), japaneseFont()]).then(([path]) => path);

const built = step("build of the web application", build);

const checks = async () => {
  await step("formatting", () => run("format:check"));
  await step("lint and types", () => run("lint", ["--type-check"]));
  await step("words, folders and paths", () => run("words"));
  await step("unused files, exports and dependencies", () => run("unused", ["--no-progress"]));
};
const units = async () => {
  const words = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`];
  // The journeys run beside them.
  words.push("--maxWorkers=2");
  await step(
    "unit and integration tests",
    async () => run("unit", words, { CHROMIUM_PATH: (await found) ?? "", CI: "1", TESTS: "short" }),
    (ok) => vitestCounts(unitReport, ok),
  );
  const leftOut = leftOutFiles(unitReport, root);
  await step("every test file belongs to a project of vitest.config.ts", async () => ({
    ok: leftOut.length === 0,
    output: leftOut.join("\n"),
    seconds: 0,
  }));
};
const journeys = async () => {
  const chromium = await found;
  if (!chromium) {
    results.push(checkCounts(false));
    console.log("FAILED  journeys: no browser was found or could be installed; set CHROMIUM_PATH to a Chromium.");
    return;
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport, CI: "1", TESTS: "short" };
  await step(
    "journeys in a real browser",
    () => run("e2e", ["--reporter=line,json"], env),
    (ok) => playwrightCounts(journeyReport, ok),
  );
};
// Each row often waits for a browser, a disk or a clock; the other row uses the processor meanwhile.
await Promise.all([
  built.then(journeys),
  checks()
    .then(() => built)
    .then(units),
]);

rmSync(reports, { recursive: true, force: true });
if (memory) rmSync(memory, { recursive: true, force: true });
const { passed, failed } = sum(results);
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
