import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const README = new URL("../README.md", import.meta.url);

test("the README's quick start runs with the official SDK", async () => {
  const [, script = ""] = /```ts\n(.*?)```/s.exec(await readFile(README, "utf8")) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    cwd: fileURLToPath(new URL(".", README)),
  });
  expect(stdout).toBe("active\n[ 'paid', 'paid' ]\n");
});
