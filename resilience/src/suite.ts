import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/quiet-run.mjs";
import { vitestCounts } from "../../scripts/test-counts.mjs";

const VITEST = join(root, "node_modules/vitest/vitest.mjs");

/**
 * Runs tests of the server's suite as a drill, with larger numbers from `variables`.
 * @param tests paths below `server/`, without `.test.ts` or `.long.test.ts`
 * @returns the exit code
 */
export async function runSuite(tests: string[], variables: Record<string, string> = {}): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "manabiya-prove-"));
  const report = join(folder, "report.json");
  const options = [
    "--project=server",
    "--reporter=verbose",
    "--reporter=json",
    "--testTimeout=3600000",
    "--no-file-parallelism",
  ];
  const files = tests.map((name) => `server/${name}.`);
  try {
    const run = spawn(process.execPath, [VITEST, "run", ...options, `--outputFile.json=${report}`, ...files], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...variables },
    });
    const [code] = (await once(run, "exit")) as [number | null];
    const { passed, failed } = vitestCounts(report, code === 0);
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
