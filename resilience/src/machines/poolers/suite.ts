import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { vitestCounts } from "../../../../scripts/test-counts.mjs";
import { atLeast, type Finding, none } from "../../finding.ts";
import type { Ground, Way } from "./ground.ts";

const VITEST = join(root, "node_modules/vitest/vitest.mjs");

/** The server's tests, each file with its own database behind the pooler. @param words of Vitest, such as `--shard=1/4` */
export async function runTests(ground: Ground, way: Way, words: string[]): Promise<Finding[]> {
  const pooler = await ground.start(way);
  const report = join(ground.folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const run = spawn(process.execPath, [VITEST, "run", "--project=server", ...reporters, ...words], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CI: "1", DATABASE_URL: pooler.url, DATABASE_POOLER: way.mode },
  });
  const [code] = (await once(run, "exit")) as [number | null];
  const { passed } = vitestCounts(report, code === 0);
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as { testResults: Result[] };
  await pooler.stop();
  return [
    atLeast(`${way.name}: the server's tests that pass`, passed, 1),
    none(`${way.name}: those that fail`, failuresIn(testResults)),
  ];
}

/** Tests of a direct connection: the first changes its session, and the second opens one beside the pooler's. */
const OF_DIRECT_CONNECTIONS = [
  "a connection that accepts no writes is replaced after its transaction",
  "a start finds out whether prepared statements keep their names",
];

interface Result {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
}

/** Tests that failed, and files whose preparation failed. */
function failuresIn(results: Result[]): string[] {
  return results.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [relative(root, name)];
    const unexpected = failed.filter(
      ({ fullName }) => !OF_DIRECT_CONNECTIONS.some((title) => fullName.endsWith(title)),
    );
    return unexpected.map(({ fullName }) => `${relative(root, name)}: ${fullName}`);
  });
}
