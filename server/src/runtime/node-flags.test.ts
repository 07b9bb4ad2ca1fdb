import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { NODE_FLAGS } from "../../node-flags.mjs";

const root = new URL("../../../", import.meta.url);
const read = (name: string) => readFile(new URL(name, root), "utf8");

test("`npm run serve` and the image run Node with the flags of `npm start` and the bench", async () => {
  const words = ["node", ...NODE_FLAGS, "server/src/bin/main.ts"];
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  expect(scripts["serve"]).toBe(words.join(" "));
  const [, command = "[]"] = /^CMD (.*)$/m.exec(await read("Dockerfile")) ?? [];
  expect(JSON.parse(command)).toEqual(words);
});
