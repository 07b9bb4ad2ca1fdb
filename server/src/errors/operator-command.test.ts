import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/testing/embedded/processes.ts";
import { withSettings } from "../config/settings-file.ts";
import { installationIn, operatorCommand } from "./operator-command.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test.each([
  [["VERSION", "package-lock.json", "package.json"], "manabiya manage stripe-setup"],
  [["package-lock.json", "package.json"], "npm run manage -- stripe-setup"],
  [["package.json"], "docker compose run --rm manabiya node server/src/bin/manage.ts stripe-setup"],
])("an installation with %j is operated by its own command", async (files, command) => {
  const folder = `${await temporaryFolder()}/`;
  for (const file of files) await writeFile(join(folder, file), "");
  expect(operatorCommand("manage stripe-setup", installationIn(folder))).toBe(command);
});

test("a command without arguments has no separator", () => {
  expect(operatorCommand("migrate", "source")).toBe("npm run migrate");
});

test("the release and the image differ by the files that tell them apart", async () => {
  const [release, dockerfile] = await Promise.all(
    ["deploy/release.mjs", "Dockerfile"].map((path) => readFile(`${root}${path}`, "utf8")),
  );
  expect(release).toContain('"VERSION"');
  expect(release).toContain('"package-lock.json"');
  const [, lastStage = ""] = dockerfile?.split(/^FROM .*(?<! AS \w+)$/m) ?? [];
  expect(lastStage).toContain("COPY package.json");
  expect(lastStage).not.toContain("package-lock.json");
});

test("no text of server, screens or rehearsal names npm for a command that other installations have otherwise", async () => {
  const files = globSync("{server,web,contract,rehearsal}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /node_modules|(^|\/)(test|dist)$|\.test\.tsx?$/.test(path),
  });
  expect(files.length).toBeGreaterThan(500);
  const found: string[] = [];
  for (const file of files) {
    const code = (await readFile(`${root}${file}`, "utf8")).replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
    const named = code.match(/npm run (?:backup|manage|migrate|rehearse|restore|serve)\b/g) ?? [];
    found.push(...named.map((text) => `${file}: ${text}`));
  }
  expect(found).toEqual([]);
});

test("--settings gives every command the file's environment, below that of the process", async () => {
  const file = join(await temporaryFolder(), "manabiya.env");
  await writeFile(file, `# a comment\nSITE_NAME='寺子屋 "一"'\nWORKERS=2\nEMPTY=\n`);
  for (const args of [
    ["--to", "x", "--settings", file],
    [`--settings=${file}`, "--to", "x"],
  ]) {
    const given = withSettings(args, { WORKERS: "4", SITE_NAME: "" });
    expect(given).toEqual({ args: ["--to", "x"], environment: { WORKERS: "4", SITE_NAME: '寺子屋 "一"' } });
  }
  expect(withSettings(["--to", "x"], { A: "1" })).toEqual({ args: ["--to", "x"], environment: { A: "1" } });
  expect(() => withSettings(["--settings"], {})).toThrow(/name the file/);
  expect(() => withSettings(["--settings", `${file}.none`], {})).toThrow(/cannot be read \(ENOENT\)/);
});

test("every program of the operator takes its settings from the file", async () => {
  for (const path of ["backup.ts", "restore.ts", "migrate.ts", "manage.ts"])
    expect(await readFile(`${root}server/src/bin/${path}`, "utf8"), path).toContain("withSettings(");
});
