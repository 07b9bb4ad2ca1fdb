import { globSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { statements } from "../../db/statement.ts";
import { countListChanges } from "./list-changes.ts";

const SOURCES = new URL("../../", import.meta.url);
const DECLARES = /import \{[^}]*\bstatement\b[^}]*\} from/;
const WRITES = /\b(insert into|update|delete from|merge into|truncate)\s+(favorites|watch_later|watch_history)\b/i;
/** The part of `countListChanges` that does not depend on its argument. */
const [INSERT = "", RAISE = ""] = countListChanges("|").split("|");

/** Statements that write a list without its version, with the reason. */
const EXCEPTIONS = new Map(
  ["favorites", "watch_later", "watch_history"].flatMap((table) =>
    [`close-account.${table}`, `retention.closed-accounts.${table}`].map((name) => [
      name,
      "A closed account sends no further request, and its counters are deleted too.",
    ]),
  ),
);

beforeAll(async () => {
  for (const path of globSync("**/*.ts", { cwd: SOURCES, exclude: (name) => name.endsWith(".test.ts") })) {
    const source = new URL(path, SOURCES);
    if (DECLARES.test(readFileSync(source, "utf8"))) await import(source.href);
  }
});

test("every statement that writes a member's list raises the version of the lists", () => {
  const writers = [...statements].filter(([, { text }]) => WRITES.test(text));
  expect(writers.map(([name]) => name).toSorted()).toEqual(
    expect.arrayContaining([
      "favorites.set",
      "history.remove",
      "videos.count-view",
      "videos.purge",
      "videos.save-position",
      "videos.save-position-near-end",
      "watch_later.set",
    ]),
  );
  const incomplete = writers.filter(([, { text }]) => !text.includes(INSERT) || !text.includes(RAISE));
  expect(incomplete.map(([name]) => name).filter((name) => !EXCEPTIONS.has(name))).toEqual([]);
});

test("no source file writes a member's list outside a statement", () => {
  const declared = [...statements.values()].map(({ text }) => text);
  const problems: string[] = [];
  for (const path of globSync("**/*.ts", { cwd: SOURCES, exclude: (name) => name.endsWith(".test.ts") })) {
    const source = readFileSync(new URL(path, SOURCES), "utf8");
    for (const [write] of source.matchAll(new RegExp(WRITES, "gi"))) {
      if (!declared.some((text) => text.includes(write))) problems.push(`${path}: ${write}`);
    }
  }
  expect(problems).toEqual([]);
});
