import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";
import { unproven } from "./commands.ts";
import { exposureOf, foreign, wrongOf } from "./judge.ts";

const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : null);

test.each(["OPERATIONS.md", "README.md"])("every command of %s is executed, or says why it is not", (file) => {
  expect(unproven(read(file) ?? "", read)).toEqual([]);
});

test("finds a command that is executed nowhere, in a block, in a sentence and under an unknown part", () => {
  const planted = [
    ...["```sh", "manage-nothing --now", "```", ""],
    "Run `restic forget-everything`, then `manabiya backup --to FOLDER` or `manabiya backup …`.",
    ...["", "```sh kit flight", "true", "```"],
    ...["", "```sh failover", "true", "```"],
    ...["", "```sh kit backup", "manabiya backup --to /var", "```"],
  ];
  expect(unproven(planted.join("\n"), read)).toEqual([
    "manage-nothing --now: executed nowhere",
    "line 8: no drill executes kit flight",
    "line 12: no drill executes failover",
    "restic forget-everything: executed nowhere",
    "manabiya backup --to FOLDER: executed nowhere",
  ]);
  const block = ["<!-- not run: no network -->", "```sh", "scp a b:", "```", ""];
  expect(unproven([...block, "<!-- not run: `docker `: no engine -->", "`docker run`"].join("\n"), read)).toEqual([]);
  expect(unproven("`npm ci`", () => null)).toEqual(["npm ci: not in deploy/release.mjs"]);
});

test("the kit's judges name what is wrong", () => {
  expect(foreign(["600 root", "644 root"], ["600 root"])).toEqual(["644 root"]);
  expect(exposureOf("→ Overall exposure level for manabiya.service: 1.6 OK")).toBe(1.6);
  expect(exposureOf("Failed")).toBe(Number.POSITIVE_INFINITY);
  const lines = Array.from({ length: 40 }, (_, index) => `ok             line ${index}`);
  expect(wrongOf(lines.join("\n"))).toEqual([]);
  expect(wrongOf([...lines, "wrong          secrets: mode 644"].join("\n"))).toEqual([
    "wrong          secrets: mode 644",
  ]);
  expect(wrongOf("Usage")).toEqual(["it printed 0 lines: Usage"]);
});
