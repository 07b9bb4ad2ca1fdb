import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { alarmRules } from "../../test/testing/alarm-rules.ts";
import { Variables } from "../config/env-variables.ts";

const ROOT = new URL("../../../", import.meta.url);

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

/** Rows of OPERATIONS.md's table of alarms. */
async function remedies(): Promise<string[]> {
  const text = await readFile(new URL("OPERATIONS.md", ROOT), "utf8");
  const [, table = ""] = /\| alarm \| meaning and remedy \|\n\| --- \| --- \|\n([^]*?)\n\n/.exec(text) ?? [];
  return table.split("\n");
}

test("OPERATIONS.md gives the meaning and remedy of every alarm", async () => {
  const names = (await remedies()).map((row) => row.split(" | ")[0]?.slice(2) ?? "");
  expect(names.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test("the log lines, screens, settings and commands of the remedies exist", async () => {
  const quoted = (await remedies()).flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));
  const read = (path: string) => readFile(new URL(path, ROOT), "utf8");
  const sources = globSync("server/src/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] });
  const code = (await Promise.all(sources.map(read))).join("\n");
  const commands = await read("server/src/bin/manage.ts");
  const screens = await read("web/src/staff/navigation/screens.ts");
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const kinds: [RegExp, (found: string) => boolean][] = [
    [
      /^(?!npm |manage |manabiya |docker |systemctl |patronictl |pgbackrest )[a-z]+(?: [a-z]+)+$/,
      (message) => code.includes(`"${message}"`),
    ],
    [
      /^(?:npm run |manabiya )?manage (?:-- )?([\w-]+)/,
      (name) => new RegExp(`^  "?${name}"?: async`, "m").test(commands),
    ],
    [/^(\/admin\/\w+)/, (path) => screens.includes(`"${path}"`)],
    [/^([A-Z][A-Z0-9]*_[A-Z0-9_]+)$/, (name) => Object.hasOwn(Variables.shape, name)],
    [/^(?:npm run|manabiya) (?!manage)(\w+)/, (name) => Object.hasOwn(scripts, name)],
  ];
  const checked = kinds.map(([pattern, exists]) =>
    quoted.flatMap((text) => {
      const found = pattern.exec(text);
      return found ? [{ text, exists: exists(found[1] ?? found[0]) }] : [];
    }),
  );
  expect(checked.flat().filter(({ exists }) => !exists)).toEqual([]);
  expect(checked.map(({ length }) => length > 0)).toEqual(kinds.map(() => true));
});
