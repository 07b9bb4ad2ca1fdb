import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const counts = (passed, failed) => ({ passed, failed });

/** A missing or empty report is a failure, and so is an exit code that contradicts the report. */
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

/** A test's name and the first lines of its message, so that a truncated log still names every test. */
const account = (name, message = "") =>
  `${name}\n${stripVTControlCharacters(message)
    .split("\n")
    .slice(0, 25)
    .map((line) => `    ${line}`)
    .join("\n")}`;

/** Prefix for a test that passed after a retry. */
const AGAIN = "PASSED AT ANOTHER TRY";

/**
 * Counts from Vitest's JSON report, and an account of each test that failed at least once. A file that cannot be loaded
 * counts as a failed test. A test that passed after a retry counts as passed and is named.
 * @returns {{ passed: number, failed: number, accounts: string[] }}
 */
export function vitestCounts(path, ok) {
  const files = read(path)?.testResults ?? [];
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${name}: ${test.fullName}` })),
  );
  const unloaded = files.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0);
  const failed = tests.filter(({ status }) => status === "failed");
  const again = tests.filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0);
  const accounts = [
    ...unloaded.map(({ name, message }) => account(name, message)),
    ...failed.map(({ name, failureMessages }) => account(name, failureMessages.join("\n"))),
    ...again.map(({ name, failureMessages }) => account(`${AGAIN} ${name}`, failureMessages.join("\n"))),
  ];
  const passed = tests.filter(({ status }) => status === "passed").length;
  return { ...honest(counts(passed, unloaded.length + failed.length), ok), accounts };
}

/** The tests of a suite in Playwright's JSON report, nested suites included. */
const testsOf = (suite) => [
  ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ spec, test }))),
  ...(suite.suites ?? []).flatMap(testsOf),
];

/**
 * Counts from Playwright's JSON report, and an account of each test that failed at least once. Those that failed at every
 * try come first, because a log may be cut.
 * @returns {{ passed: number, failed: number, accounts: string[] }}
 */
export function playwrightCounts(path, ok) {
  const report = read(path);
  const tests = (report?.suites ?? []).flatMap(testsOf);
  const accounts = tests
    .filter(({ test }) => test.status === "unexpected" || test.status === "flaky")
    .toSorted((one, other) => Number(one.test.status === "flaky") - Number(other.test.status === "flaky"))
    .map(({ spec, test }) => {
      const first = test.results.find(({ status }) => status !== "passed");
      const name = `${test.status === "flaky" ? AGAIN : "FAILED"} ${spec.file}:${spec.line} ${spec.title}`;
      return account(name, first?.errors.map(({ message }) => message).join("\n"));
    });
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  return { ...honest(counts(expected + flaky, unexpected), ok), accounts };
}

/** Folders without tests of ours. */
const SKIPPED = new Set(["node_modules", "dist", "data", ".git"]);

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : testFiles(path);
    return /(?<!\.long)\.test\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** Test files below `folder`, long ones apart, that no Vitest project includes, according to its JSON report. */
export function leftOutFiles(report, folder) {
  const run = new Set((read(report)?.testResults ?? []).map(({ name }) => name));
  return testFiles(folder).filter((path) => !run.has(path));
}

/** Counts of a check that passes or fails as a whole. */
export const checkCounts = (ok) => counts(ok ? 1 : 0, ok ? 0 : 1);

export const sum = (all) =>
  all.reduce((one, other) => counts(one.passed + other.passed, one.failed + other.failed), counts(0, 0));
