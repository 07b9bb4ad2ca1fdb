import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SITE } from "../../test/testing/test-app.ts";
import { findWebRoot } from "./web-root.ts";

const production = { demo: false, site: SITE };

test("warns when the browser application is not built, unless it is served elsewhere", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-web-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: unknown[] = [];
  const logger = { warn: (line: unknown) => void lines.push(line) };
  const elsewhere = { ...SITE, webOrigins: ["https://www.example.com"] };
  for (const env of [
    { ...production, demo: true },
    { ...production, site: elsewhere },
  ]) {
    expect(findWebRoot(env, logger, folder)).toBeNull();
  }
  expect(lines).toEqual([]);
  expect(findWebRoot(production, logger, folder)).toBeNull();
  expect(lines).toEqual([expect.stringContaining("npm run build")]);
  await writeFile(join(folder, "index.html"), "");
  expect(findWebRoot(production, logger, folder)).toBe(folder);
  expect(lines).toHaveLength(1);
});
