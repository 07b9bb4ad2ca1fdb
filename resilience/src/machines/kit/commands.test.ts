import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../scripts/quiet-run.mjs";
import { unproven } from "./commands.ts";
import { differences, exposureOf, foreign, judgeRotation, type Rotation, valuesOf, wrongOf } from "./judge.ts";

const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : null);

const DOCUMENTS = ["OPERATIONS.md", "README.md", "QUICKSTART.md", ...globSync("docs/*.md", { cwd: root })];

test.each(DOCUMENTS)("every command of %s is executed, or says why it is not", (file) => {
  expect(unproven(read(file) ?? "", read)).toEqual([]);
});

test("finds a command that is executed nowhere, in a block, in a sentence and under an unknown part", () => {
  const planted = [
    ...["```sh", "manage-nothing --now", "```", ""],
    "Run `restic forget-everything`, then `manabiya backup --to FOLDER` or `manabiya backup …`.",
    "A misspelled one: `manabiya manage stripe-setupp`.",
    ...["", "```sh kit flight", "true", "```"],
    ...["", "```sh failover", "true", "```"],
    ...["", "```sh kit backup", "manabiya backup --to /var", "```"],
  ];
  expect(unproven(planted.join("\n"), read)).toEqual([
    "manage-nothing --now: executed nowhere",
    "line 9: no drill executes kit flight",
    "line 13: no drill executes failover",
    "restic forget-everything: executed nowhere",
    "manabiya backup --to FOLDER: executed nowhere",
    "manabiya manage stripe-setupp: executed nowhere",
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

test("a sandbox is wrong where it grants or denies another thing", () => {
  const found = valuesOf("write-files=yes\nsee-home=yes\nnonsense\nuser=manabiya");
  expect(differences(found, { "write-files": "yes", "see-home": "no", user: "manabiya", Seccomp: "2" })).toEqual([
    "see-home: yes, not no",
    "Seccomp: missing, not 2",
  ]);
});

const ROTATED: Rotation = {
  secret: "a password",
  seen: { requests: 80, failed: [], busySeconds: 4, isSignedIn: true },
  endsSessions: false,
  oldOpens: [],
  newRefused: [],
};

test("a rotation passes when the old secret ends, the new one works and the member goes on", () => {
  expect(judgeRotation(ROTATED).every(({ holds }) => holds)).toBe(true);
  expect(judgeRotation({ ...ROTATED, oldOpens: null })).toHaveLength(3);
  const seen = { ...ROTATED.seen, isSignedIn: false };
  expect(judgeRotation({ ...ROTATED, seen, endsSessions: true }).every(({ holds }) => holds)).toBe(true);
});

test.each<Partial<Rotation>>([
  { oldOpens: ["PostgreSQL takes the old password"] },
  { newRefused: ["PostgreSQL refuses the new password"] },
  { endsSessions: true },
  { seen: { ...ROTATED.seen, isSignedIn: false } },
  { seen: { ...ROTATED.seen, requests: 0 } },
  { seen: { ...ROTATED.seen, failed: ["GET /api/profile/: 500"] } },
  { seen: { ...ROTATED.seen, busySeconds: 31 } },
])("a rotation with %j fails", (changed) => {
  expect(judgeRotation({ ...ROTATED, ...changed }).filter(({ holds }) => !holds)).toHaveLength(1);
});
