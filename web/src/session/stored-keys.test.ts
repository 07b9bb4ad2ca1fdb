import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "..");
/** Without the wrapper of the storage itself. */
const read = (file: string) =>
  readFileSync(resolve(SOURCES, file), "utf8").replace(/export const store\b[^]*?\n};/, "");

/** Keys that leave with the session (storage.ts; session.browser.test.ts tests it). */
const OF_THE_MEMBER = [
  "manabiya:marks:",
  "manabiya:notes:",
  "manabiya:recent-searches",
  "manabiya:search-sort",
  "manabiya:today:",
  "manabiya:typed:",
  "manabiya:video-upload",
  "pendingPlanChange",
  "refreshToken",
  "token",
  "user",
];

/** Choices for this browser, which stay for the next member and tell nothing about the last one. */
const OF_THE_BROWSER = [
  "manabiya:auto-next",
  "manabiya:player",
  "manabiya:shortcuts",
  "manabiya:sidebar",
  "manabiya:today-minutes",
  "manabiya:transcript",
  "theme",
];

test("every key of the browser's storage leaves with the session, or is a choice for this browser", () => {
  // keep-unsent.ts stores what its callers name.
  const exclude = (name: string) => name.includes(".test.");
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES, exclude });
  const keys = files
    .filter((file) => file !== "catalogue/saved/keep-unsent.ts")
    .flatMap((file) =>
      [...read(file).matchAll(/(?:\.(?:getItem|setItem)|keepUnsent<\w+>)\(([^,)]+)/g)].map(([, key = ""]) =>
        valueOf(key, read(file)),
      ),
    );
  expect(new Set(keys)).toEqual(new Set([...OF_THE_MEMBER, ...OF_THE_BROWSER]));
});

test("storage that may be full or blocked is touched by these files alone, which catch its errors", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES, exclude: (name) => /\.test\.|-setup/.test(name) });
  const direct = files.filter((file) =>
    /\b(?:local|session)Storage\b/.test(read(file).replaceAll(/^import .*$/gm, "")),
  );
  expect(direct.toSorted()).toEqual([
    "catalogue/saved/keep-unsent.ts",
    "forms/recoverable-text.ts",
    "lists/today/session.ts",
    "session/storage.ts",
    "ui/theme.ts",
  ]);
});

/** The constant's value, from its own file or from storage.ts. A composed key begins with its file's `PREFIX`. */
function valueOf(name: string, source: string): string | undefined {
  const constant = new RegExp(`const ${name}\\b[^=]*= "([^"]+)"`).exec(source + read("session/storage.ts"));
  return (constant ?? /const PREFIX = "([^"]+)"/.exec(source))?.[1];
}
