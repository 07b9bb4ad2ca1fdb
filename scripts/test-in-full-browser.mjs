// Runs a part of the journeys in a Chromium as people have it, which asks for more than the headless build does, such as
// an icon for each address. Arguments: names of journeys. Ends with `N passed, N failed`, also if none can be installed.
import "./node-version.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fullBrowser } from "./browser.mjs";
import { build, isBuilt } from "./build.mjs";
import { install } from "./install.mjs";
import { environment, npm } from "./quiet-run.mjs";
import { playwrightCounts } from "./test-counts.mjs";

/** Journeys that met a missing icon, a moved clock or a kept page in full browsers. */
const PART = ["site-files", "billing-year", "admin-playlists", "return"];

const browser = await fullBrowser();
if (!browser) {
  console.log("No full Chromium was found or could be installed. Its journeys were skipped.");
  console.log("0 passed, 0 failed");
  process.exit(0);
}
await install();
if (!isBuilt()) await build();
const folder = mkdtempSync(join(tmpdir(), "manabiya-reports-"));
const report = join(folder, "journeys.json");
const chosen = process.argv.length > 2 ? process.argv.slice(2) : PART;
const { ok, output, seconds } = await npm(["run", "--silent", "e2e", "--", "--reporter=line,json", ...chosen], {
  env: { ...environment, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report, CI: "1" },
  seconds: 1_500,
});
const { passed, failed, accounts } = playwrightCounts(report, ok);
rmSync(folder, { recursive: true, force: true });
for (const account of accounts) console.log(account);
if (failed > 0 && accounts.length === 0) console.log(output);
console.log(`Journeys in ${browser} (${seconds.toFixed(0)} s):`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
