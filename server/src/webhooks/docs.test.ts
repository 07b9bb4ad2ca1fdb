import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EVENT_NAMES } from "@manabiya/contract/webhooks/events.ts";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";

const page = await readFile(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
const code = /```js\n([^]*?)\n```/.exec(page)?.[1] ?? "";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const BODY = JSON.stringify({ type: "webhook.test", text: "テストの通知です。" });

/** Headers as the sender makes them. @param age seconds */
function headersOf(secrets: string[], age = 0): Record<string, string> {
  const at = new Date(Date.now() - age * 1000);
  return {
    "webhook-id": "evt-1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign("evt-1", at, BODY)).join(" "),
  };
}

const CASES: [string, Record<string, string>, string, boolean][] = [
  ["a right one", headersOf([SECRET]), BODY, true],
  ["one with both secrets", headersOf([OTHER, SECRET]), BODY, true],
  ["one of another secret", headersOf([OTHER]), BODY, false],
  ["a changed body", headersOf([SECRET]), BODY.replace("test", "best"), false],
  ["another id", { ...headersOf([SECRET]), "webhook-id": "evt-2" }, BODY, false],
  ["an old one", headersOf([SECRET], 600), BODY, false],
  ["one without a time", { "webhook-id": "evt-1", "webhook-signature": "v1,AAAA" }, BODY, false],
  ["one without headers", {}, BODY, false],
];

async function inFolder(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "manabiya-docs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

test.each(CASES)("the page's code for Node.js judges %s", async (_name, headers, body, isOurs) => {
  const file = await inFolder("verify.mjs", code);
  const { readMessage } = (await import(file)) as { readMessage: (...given: unknown[]) => unknown };
  expect(readMessage(headers, body, SECRET)).toEqual(isOurs ? JSON.parse(body) : null);
});

test("the page names every event", () => {
  expect(EVENT_NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
