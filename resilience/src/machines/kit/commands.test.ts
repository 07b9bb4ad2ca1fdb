import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";
import { unproven } from "./commands.ts";
import { exposureOf, foreign } from "./judge.ts";

const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : null);
const drills = [...(read("resilience/src/main.ts") ?? "").matchAll(/^ {2}"?([\w-]+)"?: \[/gm)].map(
  ([, name = ""]) => name,
);

test.each(["OPERATIONS.md", "README.md"])("every command of %s is executed, or says why it is not", (file) => {
  expect(drills).toContain("kit");
  expect(unproven(read(file) ?? "", drills, read)).toEqual([]);
});

test("finds a command that is executed nowhere, in a block, in a sentence and under an unknown drill", () => {
  const planted = [
    "```sh",
    "manage-nothing --now",
    "```",
    "",
    "Run `restic forget-everything`.",
    "",
    "```sh flight",
    "true",
    "```",
  ];
  expect(unproven(planted.join("\n"), drills, read)).toEqual([
    "manage-nothing --now: executed nowhere",
    "line 8: no drill flight",
    "restic forget-everything: executed nowhere",
  ]);
  const marked = ["<!-- not run: no network -->", "```sh", "scp a b:", "```", "", "```sh kit", "anything", "```"];
  expect(unproven(marked.join("\n"), drills, read)).toEqual([]);
  expect(unproven("`npm ci`", drills, () => null)).toEqual(["npm ci: not in deploy/release.mjs"]);
});

test("the kit's judges name what is wrong", () => {
  expect(foreign(["600 root", "644 root"], ["600 root"])).toEqual(["644 root"]);
  expect(exposureOf("→ Overall exposure level for manabiya.service: 1.6 OK")).toBe(1.6);
  expect(exposureOf("Failed")).toBe(Number.POSITIVE_INFINITY);
});
