// The server behind PgBouncer with the shipped configuration: Debian's in session mode, and one that follows prepared
// statements in transaction mode. PGBOUNCER_NEW names a PgBouncer 1.21 or newer; without it the
// drill unpacks that of Debian's next release in a temporary folder.
import { rm, stat } from "node:fs/promises";
import { openSet } from "@manabiya/bench/servers/database.ts";
import { signIn } from "@manabiya/bench/calls/members.ts";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import type { Finding } from "../../finding.ts";
import { SMALL, temporaryFolder } from "../../service.ts";
import { needPackages } from "../packages.ts";
import { IDLE, tryCommands } from "./commands.ts";
import { tryJourneys } from "./journeys.ts";
import { judgeJourneys, judgePrices, printPrices } from "./judge.ts";
import { judgeLimits, tryLimits } from "./limits.ts";
import { newerPgbouncer } from "./newer.ts";
import type { Ground, Way } from "./ground.ts";
import { startPgbouncer } from "./pgbouncer.ts";
import { comparePrices } from "./prices.ts";
import { plantedLimits, refusals } from "./refusals.ts";

const WAYS: Way[] = ["session", "transaction"];

/** @param part all; or `undeclared`: servers are not told of the pooler, which must fail; or `prices` */
export async function runDrill([part]: string[]): Promise<Finding[]> {
  await needPackages({ pgbouncer: "/usr/sbin/pgbouncer" });
  const folder = await temporaryFolder();
  const stopping: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 10 })];
  try {
    const newer = await newerPgbouncer(folder);
    const debians = { command: "/usr/sbin/pgbouncer", args: [] };
    const database = await openSet(SMALL, null, () => {});
    stopping.push(() => database.close());
    await database.db.query({ text: `alter role current_user set idle_in_transaction_session_timeout = '${IDLE}'` });
    const members = await signIn(database.db, SMALL.members);
    const client = new LoadClient();
    stopping.push(async () => client.close());
    const user = await stat(database.directory);
    const start: Ground["start"] = async (options) => {
      const executable = options.mode === "session" || options.isOld ? debians : newer;
      const pooler = await startPgbouncer({ ...options, executable, target: database.url, folder, user });
      stopping.push(() => pooler.stop());
      return pooler;
    };
    const ground: Ground = { database, members, client, folder, start };
    if (part === "undeclared") return await refusals(ground, WAYS, "must fail");
    if (part === "prices") return await prices(ground);
    const findings = await refusals(ground, WAYS, "must be found");
    findings.push(await plantedLimits(ground));
    for (const way of WAYS) {
      const pooler = await ground.start({ mode: way });
      console.log(`${way}: PgBouncer ${pooler.version}`);
      findings.push(...judgeJourneys(way, await tryJourneys(ground, way, pooler)));
      findings.push(...judgeLimits(way, await tryLimits(pooler.url, way)));
      findings.push(...(await tryCommands(ground, way, pooler)));
    }
    return [...findings, ...(await prices(ground))];
  } finally {
    for (const step of stopping.reverse()) await step();
  }
}

async function prices(ground: Ground): Promise<Finding[]> {
  const priced = await comparePrices(ground, WAYS);
  printPrices(priced);
  return judgePrices(priced);
}
