import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startStripeSandbox } from "stripe-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { PROGRAM_ENVIRONMENT } from "../../../../test/testing/program-environment.ts";
import { PRODUCTION, startServerProcess, WITH_SMALL_FILES } from "../../../../test/testing/server-process.ts";
import { startMailServer } from "../../../../test/testing/smtp-server.ts";
import { Variables } from "../../../config/env-variables.ts";
import { runningConnection } from "../../../db/embedded/running.ts";

const MANAGE = fileURLToPath(new URL("../../manage.ts", import.meta.url));

/** @param program in place of Node alone */
async function manage(args: string[], environment: Record<string, string>, program = [process.execPath]) {
  const [command = "", ...before] = program;
  const began = performance.now();
  const child = spawn(command, [...before, MANAGE, ...args], {
    env: { ...PROGRAM_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { out, complaint, code, seconds: (performance.now() - began) / 1000 };
}

const subjectsOf = (out: string) =>
  [...out.matchAll(/^(?:ok|wrong|look yourself) +([^:]+):/gm)].map(([, name]) => name);

test("a right installation has no wrong line and exits with 0, and each wrong one counts", async () => {
  const sandbox = await startStripeSandbox({ dataDir: null });
  const mails = await startMailServer();
  onTestFinished(async () => {
    await mails.stop();
    await sandbox.close();
  });
  const given = {
    ...PRODUCTION,
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: mails.url,
    MAIL_FROM: "office@localhost",
  };
  const server = await startServerProcess(given);
  const environment = { ...given, PUBLIC_URL: server.url, DATA_DIR: server.dataDir };
  await manage(["stripe-setup"], environment);
  const client = new pg.Client((await runningConnection(server.dataDir)) ?? {});
  await client.connect();
  const jobs = "unnest(array['backup', 'proven-backup']) job";
  await client.query(`insert into job_runs (job, started_at, succeeded_at) select job, now(), now() from ${jobs}`);
  await client.end();
  const file = join(server.dataDir, "manabiya.env");
  const { MAIL_FROM, SMTP_URL, ...others } = environment;
  await writeFile(file, `MAIL_FROM=${MAIL_FROM}\nSMTP_URL='${SMTP_URL}'\n`, { mode: 0o600 });
  const args = ["check", "--settings", file, "--mail-to", "boss@localhost"];
  const { out, complaint, code } = await manage(args, others);
  expect([out.match(/^wrong.*/gm), complaint, code]).toEqual([null, "", 0]);
  expect(out).toMatch(/\n\nNothing is wrong\. Go through the lines that begin with look yourself\.\n$/);
  expect(subjectsOf(out)).toEqual(expect.arrayContaining(["settings", "schema", "files", "readiness", "Stripe, API"]));
  expect(mails.taken.map(({ envelope }) => envelope.to)).toEqual([["boss@localhost"]]);
  // Neither a large file nor many at once.
  const limited = [...WITH_SMALL_FILES];
  limited[2] = `ulimit -n 512; ${limited[2]}`;
  const again = await manage(args, environment, limited);
  expect([again.code, again.complaint]).toEqual([1, expect.stringMatching(/^2 of \d+ lines say what is wrong\.\n$/)]);
  expect(again.out).toMatch(/^wrong +open files: up to 512 {2}-> LimitNOFILE=65536/m);
  expect(again.out).toMatch(/^wrong +DATA_DIR: EFBIG: .* {2}-> a folder of the service's user with free space/m);
});

/** A server that takes connections and never says anything. */
async function startSilentServer(): Promise<number> {
  const server = createServer((socket) => socket.on("error", () => {}));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("with everything away, every subject has its line in time", async () => {
  const port = await startSilentServer();
  const silent = `127.0.0.1:${port}`;
  const { out, complaint, code, seconds } = await manage(["check"], {
    ...PRODUCTION,
    DATABASE_URL: `postgres://manabiya@${silent}/manabiya`,
    DATA_DIR: "/missing",
    PUBLIC_URL: `https://${silent}`,
    SMTP_URL: `smtp://${silent}`,
    STRIPE_API_URL: "http://127.0.0.1:1",
    S3_BUCKET: "films",
    S3_REGION: "us-east-1",
    S3_ENDPOINT: `http://${silent}`,
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "another",
  });
  expect([code, complaint]).toEqual([1, expect.stringMatching(/^\d+ of \d+ lines say what is wrong\.\n$/)]);
  const wrong = out.match(/^wrong .*/gm) ?? [];
  expect(subjectsOf(wrong.join("\n"))).toEqual(
    expect.arrayContaining([
      "database",
      "DATA_DIR",
      "bucket",
      "certificate",
      "readiness",
      "proxies",
      "mail server",
      "Stripe, API",
    ]),
  );
  for (const line of wrong) expect(line).toMatch(/ {2}-> \S/);
  expect(seconds).toBeLessThan(15);
});

test("the output has no secret, not even one that a server repeats", async () => {
  const marks: string[] = [];
  const mark = (name: string) => {
    const value = `planted${name.replaceAll("_", "")}`;
    marks.push(value);
    return value;
  };
  const mails = await startMailServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, callback) => callback(new Error(`who is ${password}?`)),
  });
  onTestFinished(() => mails.stop());
  const environment: Record<string, string> = { DATA_DIR: "/missing", PUBLIC_URL: "https://127.0.0.1:1" };
  for (const name of Object.keys(Variables.shape)) {
    if (/SECRET|_KEY/.test(name)) environment[name] = `sk_test_${mark(name)}`;
    else if (name.endsWith("_URL")) environment[name] ??= `http://user:${mark(name)}@127.0.0.1:1/`;
  }
  environment["SMTP_URL"] = mails.url.replace("//", `//user:${mark("%C3%A9mail")}@`);
  environment["DATABASE_URL"] = `postgres://user:${mark("database")}@127.0.0.1:1/manabiya`;
  marks.push("plantedémail");
  const { out, complaint } = await manage(["check"], environment);
  expect(marks.length).toBeGreaterThan(10);
  for (const each of marks) expect(out + complaint).not.toContain(each);
  expect(out).toMatch(/^wrong +mail server: .*\*\*\*/m);
});

test("unknown options are answered with the usage", async () => {
  const { out, complaint, code } = await manage(["check", "--mails"], PRODUCTION);
  expect([out, complaint, code]).toEqual([
    "",
    "Usage: npm run manage -- check [--mail-to ADDRESS] [--settings FILE] [--mail [--failed UNIT]]\n",
    1,
  ]);
});
