import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
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

test("a production server does not load at its start what many services never use", async () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import("./server/src/runtime/one-process.ts");
    console.log(loaded.join("\\n"));`;
  const node = promisify(execFile)(process.execPath, [...NODE_FLAGS, "--input-type=module", "-e", script], {
    cwd: root,
  });
  const loaded = (await node).stdout.split("\n").map((url) => url.slice(root.href.length).replace("node_modules/", ""));
  const areLoaded = (paths: string[]) => paths.filter((path) => loaded.some((file) => file.startsWith(path)));
  expect(areLoaded(["fastify/", "stripe/", "server/src/app.ts"])).toHaveLength(3);
  const packages = ["@aws-sdk", "@zxcvbn-ts", "csv-parse", "openid-client", "sharp", "standardwebhooks"];
  const own = ["demo/content/catalogue.ts", "demo/mailbox", "server/src/seed/seed.ts", "stripe-sandbox"];
  expect(areLoaded([...packages, ...own])).toEqual([]);
});
