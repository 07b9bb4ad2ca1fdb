import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** A tree with the project's own table of floors, and files that the test plants. */
let tree;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "manabiya-floors-"));
  mkdirSync(join(tree, "scripts"));
  copyFileSync(join(root, "scripts/floors.mjs"), join(tree, "scripts/floors.mjs"));
  const { rules } = JSON.parse(readFileSync(join(root, ".oxlintrc.json"), "utf8"));
  const settings = { jsPlugins: ["./scripts/floors.mjs"], rules: { "floors/downwards": rules["floors/downwards"] } };
  writeFileSync(join(tree, ".oxlintrc.json"), JSON.stringify(settings));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** The linter checks a file with one line. @returns its messages */
function messagesOf(file, line) {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `${line}\n`);
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), file], {
    cwd: tree,
    encoding: "utf8",
  });
  return stdout.replaceAll(/\s+/g, " ");
}

test.each([
  [
    "server/src/mail/x.ts",
    'import { a } from "../accounts/a.ts"; a();',
    /area mail .* from accounts, .* above it. Move/,
  ],
  ["server/src/mail/y.ts", 'import type { A } from "../staff/a.ts"; export type B = A;', /area mail .* from staff/],
  [
    "server/src/billing/x.ts",
    'export * from "../catalogue/a.ts";',
    /area billing .* from catalogue, .* beside it. Move/,
  ],
  ["server/src/http/x.ts", 'export type A = import("../site/a.ts").A;', /area http .* from site/],
  ["web/src/catalogue/x.ts", 'export const a = () => import("../staff/a.ts");', /area catalogue .* from staff/],
  ["web/src/ui/x.ts", 'export { a } from "../shell/a.ts";', /area ui .* from shell/],
  ["web/src/games/x.ts", 'export { a } from "../ui/a.ts";', /area games of web\/src stands on no floor/],
])("refuses %s: %s", (file, line, sentence) => expect(messagesOf(file, line)).toMatch(sentence));

test.each([
  ["server/src/staff/x.ts", 'export { a } from "../mail/a.ts";'],
  ["server/src/staff/y.ts", 'export { a } from "./members/a.ts";'],
  ["server/src/mail/x.test.ts", 'export { a } from "../accounts/a.ts";'],
])("lets %s import downwards, from its own area, and in tests from everywhere", (file, line) =>
  expect(messagesOf(file, line)).not.toContain("floors"),
);
