import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const RECORDER = new URL("./connections.mjs", import.meta.url).href;

const PROGRAM = `
import https from "node:https";
import net from "node:net";
const quiet = () => undefined;
await fetch("https://fetched.invalid/v1/charges").catch(quiet);
https.get("https://asked.invalid/").on("error", quiet);
net.connect(9, "mail.invalid").on("error", quiet);
net.connect({ port: 9 }).on("error", quiet);
net.connect({ path: "/nowhere/.s.PGSQL.5432" }).on("error", quiet);
`;

test("records the host of every kind of connection", async () => {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-connections-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { PATH: process.env["PATH"], HOME: folder, NODE_OPTIONS: `--import=${RECORDER}` };
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM], { env });
  const hosts = new Set((await readFile(join(folder, "connections"), "utf8")).trim().split("\n"));
  const outside = ["fetched.invalid", "asked.invalid", "mail.invalid"];
  expect(hosts).toEqual(new Set([...outside, "localhost", "/nowhere/.s.PGSQL.5432"]));
});
