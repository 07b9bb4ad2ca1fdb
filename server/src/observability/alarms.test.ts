import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { alarmRules } from "../../test/testing/alarm-rules.ts";

const rules = await alarmRules();
const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr;

test("an alarm fires when the service answers no scrape, when nobody scrapes it, and when its metrics are missing", () => {
  expect(exprOf("Service down")).toBe(`up{job="manabiya"} == 0`);
  expect(exprOf("Service unknown")).toBe(`absent(up{job="manabiya"})`);
  // A comparison with a metric that is absent never fires.
  for (const gauge of ["manabiya_database_up", "manabiya_storage_up"]) {
    expect(rules.filter(({ expr }) => expr === `${gauge} == 0`)).toHaveLength(1);
    expect(exprOf("Metrics missing")).toContain(`absent(${gauge})`);
  }
  expect(exprOf("Jobs missing")).toContain("absent(manabiya_job_succeeded_timestamp_seconds)");
});

test("OPERATIONS.md gives the meaning and remedy of every alarm", async () => {
  const text = await readFile(new URL("../../../OPERATIONS.md", import.meta.url), "utf8");
  const [, table = ""] = /\| alarm \| meaning and remedy \|\n\| --- \| --- \|\n([^]*?)\n\n/.exec(text) ?? [];
  const names = table.split("\n").map((row) => row.split(" | ")[0]?.slice(2) ?? "");
  expect(names.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
