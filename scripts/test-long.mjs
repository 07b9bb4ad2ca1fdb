// Runs what is too long for `npm test`: the long journeys, a part of them (e2e/playwright.config.ts) in a full Chromium as people have
// it, and the tests of `*.long.test.*` outside the server, whose tests test-on-postgres.mjs runs. Ends with `N passed, N failed`.
import "./node-version.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, fullBrowser } from "./browser.mjs";
import { build, isBuilt } from "./build.mjs";
import { install } from "./install.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { environment, npm } from "./quiet-run.mjs";
import { playwrightCounts, sum, vitestCounts } from "./test-counts.mjs";

await install();
if (!isBuilt()) await build();
const chromium = (await browser()) ?? "";
const full = (await fullBrowser()) ?? chromium;
const folder = mkdtempSync(join(tmpdir(), "manabiya-reports-"));
const memory = memoryFolder();
const shared = {
  ...environment,
  ...(memory && { TMPDIR: memory }),
  CI: "1",
  CHROMIUM_PATH: chromium,
  FULL_CHROMIUM_PATH: full,
};
const run = (script, words, env) => npm(["run", "--silent", script, "--", ...words], { env, seconds: 3_300 });

function shown(name, { output, seconds }, counts) {
  console.log(`${name} (${seconds.toFixed(0)} s, ${counts.passed} passed, ${counts.failed} failed)`);
  for (const account of counts.accounts) console.log(account);
  if (counts.failed > 0 && counts.accounts.length === 0) console.log(output);
  return counts;
}

async function journeys() {
  const report = join(folder, "journeys.json");
  const env = { ...shared, PLAYWRIGHT_JSON_OUTPUT_FILE: report, TESTS: "long" };
  const result = await run("e2e", ["--reporter=line,json", ...process.argv.slice(2)], env);
  return shown(`journeys in ${chromium} and ${full}`, result, playwrightCounts(report, result.ok));
}

async function units() {
  const report = join(folder, "unit.json");
  const words = ["--project=embedded", "--project=contract", "--maxWorkers=1", ".long.test"];
  const result = await run("unit", [...words, "--reporter=json", `--outputFile.json=${report}`], shared);
  return shown("the embedded database and the provider's sandbox", result, vitestCounts(report, result.ok));
}

const { passed, failed } = sum(await Promise.all([journeys(), units()]));
for (const made of [folder, memory]) if (made) rmSync(made, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
