import { readFileSync } from "node:fs";

/** How many tests passed and failed. */
const counts = (passed, failed) => ({ passed, failed });

/** A report that is missing, says that nothing ran, or hides a failure that the exit code shows, is a failure. */
function honest({ passed, failed }, ok) {
  return counts(passed, failed === 0 && (!ok || passed === 0) ? 1 : failed);
}

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
};

/** Counts from Vitest's JSON report; a file that could not even be loaded is one failure. */
export function vitestCounts(path, ok) {
  const report = read(path);
  const unloaded = (report?.testResults ?? []).filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return honest(counts(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + unloaded.length), ok);
}

/** Counts from Playwright's JSON report. */
export function playwrightCounts(path, ok) {
  const stats = read(path)?.stats ?? {};
  return honest(counts(stats.expected ?? 0, (stats.unexpected ?? 0) + (stats.flaky ?? 0)), ok);
}

/** Counts of a check that is passed or failed as a whole. */
export const checkCounts = (ok) => counts(ok ? 1 : 0, ok ? 0 : 1);

/** All of them together. */
export const sum = (all) =>
  all.reduce((one, other) => counts(one.passed + other.passed, one.failed + other.failed), counts(0, 0));
