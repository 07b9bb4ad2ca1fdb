// Provers that are the unit suite's own tests: with larger numbers where they take some, on a database and servers of
// their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/quiet-run.mjs";
import { vitestCounts } from "../../scripts/test-counts.mjs";

const vitest = join(root, "node_modules/vitest/vitest.mjs");

/**
 * @param {string[]} tests files below server/src, without their ending
 * @param {Record<string, string>} variables
 * @returns {Promise<number>} the exit code
 */
export async function proveBySuite(tests, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-prove-"));
  const report = join(folder, "report.json");
  const words = [
    "--project",
    "server",
    "--reporter",
    "verbose",
    "--reporter",
    "json",
    "--testTimeout",
    "3600000",
  ];
  const files = tests.map((name) => `server/${name}.test.ts`);
  try {
    const run = spawn(process.execPath, [vitest, "run", ...words, `--outputFile.json=${report}`, ...files], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...variables },
    });
    const [code] = await once(run, "exit");
    const { passed, failed } = vitestCounts(report, code === 0);
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
