import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { NODE_FLAGS } from "../../node-flags.mjs";

const root = new URL("../../../", import.meta.url);
const read = (name: string) => readFile(new URL(name, root), "utf8");

test("`npm run serve` and the image run Node with the flags of `npm start` and the bench", async () => {
  const words = ["node", ...NODE_FLAGS, "server/src/bin/main.ts"];
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  expect(scripts["serve"]).toBe(`exec ${words.join(" ")}`);
  const [, command = "[]"] = /^CMD (.*)$/m.exec(await read("Dockerfile")) ?? [];
  expect(JSON.parse(command)).toEqual(words);
});

test("no shell stands between npm and a program of the server, because it would die of a signal alone", async () => {
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const programs = Object.entries(scripts).filter(([, command]) => command.includes("server/src/bin/"));
  expect(programs.map(([name]) => name)).toEqual(["serve", "migrate", "manage", "backup", "restore"]);
  for (const [name, command] of programs) expect(command, name).toMatch(/^exec node [^;&|]+$/);
});
