// The rehearsal of OPERATIONS.md: it walks, finds planted defects, reaches nothing outside, and leaves nothing behind.
import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openRehearsal, type Rehearsal } from "@manabiya/rehearsal/rehearsal.ts";
import { walk } from "@manabiya/rehearsal/walk/walk.ts";
import { type Finding, none } from "../../finding.ts";
import { temporaryFolder } from "../../service.ts";
import { foreignHosts, unfound, wrongSteps } from "./judge.ts";
import { leftOvers, processesOf, Running } from "./running.ts";

/** Settings of a service that earns money. Every address leads to nobody. */
const PRODUCTION = {
  SITE_NAME: "光の学校",
  SITE_INVOICE_NUMBER: "T7000012050002",
  WORKERS: "2",
  HOST: "10.0.0.5",
  PUBLIC_URL: "https://manabiya.invalid",
  DATABASE_URL: "postgres://manabiya:real@database.invalid/manabiya",
  AUTH_SECRET: "3kX9vQ2mL8pR5tY1wZ7bN4cJ6hD0fG2s",
  STRIPE_SECRET_KEY: "sk_live_realkeyofaservice",
  STRIPE_WEBHOOK_SECRET: "whsec_realsecretofaservicewithmoney",
  SMTP_URL: "smtp://user:real@mail.invalid:587",
  S3_BUCKET: "films",
  S3_REGION: "ap-northeast-1",
  S3_ACCESS_KEY_ID: "real",
  S3_SECRET_ACCESS_KEY: "real",
};

/** Variables of a shell that would lead programs to the real service. */
const SHELL = {
  PGHOST: "database.invalid",
  PGPORT: "6432",
  PGSSLMODE: "require",
  HTTPS_PROXY: "http://proxy.invalid:3128",
  HTTP_PROXY: "http://proxy.invalid:3128",
  NODE_USE_ENV_PROXY: "1",
  AWS_PROFILE: "real",
};

const PURCHASE = "a member buys the monthly plan";

export async function runDrill(): Promise<Finding[]> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder, "manabiya.env");
    await writeFile(
      file,
      Object.entries(PRODUCTION)
        .map((each) => `${each.join("=")}\n`)
        .join(""),
    );
    return [
      ...(await walkWith(file, folder)),
      none("a wrong webhook secret that the walk did not find", await withWrongSecret()),
      none("a wrong price that the walk did not find", await withWrongPrice()),
      none("left behind after Ctrl+C", await leftAfter(({ running }) => running.signal("SIGINT"))),
      none("left behind after a kill of the rehearsal", await leftAfter(({ running }) => running.signal("SIGKILL"))),
      none("left behind after a kill of the server", await leftAfter(({ server }) => process.kill(server, "SIGKILL"))),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function walkWith(settings: string, folder: string): Promise<Finding[]> {
  const recorder = fileURLToPath(new URL("./connections.mjs", import.meta.url));
  const environment = { ...SHELL, HOME: folder, NODE_OPTIONS: `--import=${recorder}` };
  const running = new Running(["--settings", settings, "--walk"], environment);
  await running.exited;
  const { output, child } = running;
  console.log(output.trimEnd());
  const made = readFileSync(join(folder, "connections"), "utf8").trim();
  const isNamed = output.includes("光の学校 at") && output.includes("T7000012050002");
  return [
    none("steps of the walk that are wrong, with the settings of a service", wrongSteps(output)),
    none("the exit code of the walk", child.exitCode === 0 ? [] : [String(child.exitCode)]),
    none("the site's name and registration number", isNamed ? [] : ["they are not the settings'"]),
    none(`connections to other machines, of ${made.split("\n").length}`, foreignHosts(made)),
  ];
}

async function walkOf(rehearsal: Rehearsal): Promise<string> {
  const lines: string[] = [];
  await walk(rehearsal, (line) => lines.push(line));
  return lines.join("\n");
}

const own = { takenOver: {}, replaced: [], environment: process.env };

async function withWrongSecret(): Promise<string[]> {
  const rehearsal = await openRehearsal({ ...own, webhookSecret: "whsec_ofanotherendpointofthesameaccount" });
  const output = await walkOf(rehearsal).finally(() => rehearsal.close());
  return unfound(output, PURCHASE, "was answered with 400");
}

/** The price in the dashboard differs from the one that the site says. */
async function withWrongPrice(): Promise<string[]> {
  const rehearsal = await openRehearsal(own);
  const { world } = rehearsal.sandbox;
  const price = world.store.all("price").find(({ recurring }) => recurring?.interval === "month");
  if (price === undefined) throw new Error("The sandbox has no monthly price.");
  world.transact(null, () => world.store.put("price", { ...price, unit_amount: 1_400 }));
  const output = await walkOf(rehearsal).finally(() => rehearsal.close());
  return unfound(output, PURCHASE, "1,650円");
}

interface Begun {
  running: Running;
  /** The number of the server's first process. */
  server: number;
}

async function leftAfter(end: (begun: Begun) => void): Promise<string[]> {
  const running = new Running([]);
  const folder = await running.begun();
  const [server = 0] = processesOf(folder, "bin/main.ts");
  end({ running, server });
  await running.exited;
  return leftOvers(folder);
}
