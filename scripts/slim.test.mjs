import fs, { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { slim } from "./slim.mjs";

const files = {
  loaded: [
    "pack/package.json",
    "pack/lib/index.js",
    "pack/lib/test/seed.js",
    "@scope/test/index.js",
    "pack/LICENSE.md",
    "pack/lib/index.d.ts",
  ],
  unused: [
    "pack/lib/index.js.map",
    "pack/test/index.js",
    "pack/CHANGELOG.md",
    "pack/README.md",
    "pack/lib/index.ts",
    "pack/lib/index.d.cts",
    "stripe/cjs/stripe.js",
  ],
};

function installation() {
  const modules = mkdtempSync(join(tmpdir(), "manabiya-slim-"));
  onTestFinished(() => rmSync(modules, { recursive: true }));
  for (const file of [...files.loaded, ...files.unused]) {
    mkdirSync(dirname(join(modules, file)), { recursive: true });
    writeFileSync(join(modules, file), "");
  }
  const left = (names) => names.filter((name) => existsSync(join(modules, name)));
  return { modules, left };
}

test("an installation loses what nothing loads, and nothing else", () => {
  const { modules, left } = installation();
  slim(modules);
  expect([left(files.loaded), left(files.unused)]).toEqual([files.loaded, []]);
});

test("a file that cannot be deleted does not fail the installation", () => {
  const { modules, left } = installation();
  const remove = vi.spyOn(fs, "rmSync").mockImplementation(() => {
    throw new Error("EBUSY");
  });
  onTestFinished(() => remove.mockRestore());
  slim(modules);
  expect(left(files.unused)).toEqual(files.unused);
});
