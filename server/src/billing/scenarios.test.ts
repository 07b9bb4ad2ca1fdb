import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namedTests, pathOf, titlesOf } from "../../test/testing/test-titles.ts";

const text = readFileSync(pathOf("server/src/billing/scenarios.md"), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| --- "));

test.each(rows.slice(1))("%s", (row) => {
  const named = namedTests(row);
  expect(named).not.toEqual([]);
  for (const { file, title } of named) expect(titlesOf(file), `${file} has no such test`).toContain(title);
});
