// The server behind PgBouncer with the shipped configuration: in session mode, and in transaction mode with a PgBouncer that
// follows prepared statements and with one that does not. PGBOUNCER_NEW names a PgBouncer 1.21 or newer; without it the
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
import { runTests } from "./suite.ts";

const WAYS: Way[] = [
  { name: "session", mode: "session", keepsNames: false, expected: null },
  {
    name: "transaction, statements parsed each time",
    mode: "transaction",
    keepsNames: false,
    expected: "The pooler does not keep prepared statements by name.",
  },
  {
    name: "transaction, statements kept",
    mode: "transaction",
    keepsNames: true,
    expected: "The pooler keeps prepared statements by name.",
  },
];

/**
 * @param part all but the tests; or `undeclared`: servers are not told of the pooler, which must fail; or `prices`; or
 * `tests`: the server's tests through both transaction poolers, or through that of `named` or `parsed` statements
 * @param words for `tests`, also words of Vitest
 */
export async function runDrill([part, ...words]: string[]): Promise<Finding[]> {
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
      const executable = options.keepsNames ? newer : debians;
      const pooler = await startPgbouncer({ ...options, executable, target: database.url, folder, user });
      stopping.push(() => pooler.stop());
      return pooler;
    };
    const ground: Ground = { database, members, client, folder, start };
    if (part === "undeclared") return await refusals(ground, WAYS, "must fail");
    if (part === "prices") return await prices(ground);
    if (part === "tests") {
      const findings: Finding[] = [];
      const [kind, ...others] = words;
      for (const way of WAYS.slice(1)) {
        const label = way.keepsNames ? "named" : "parsed";
        if (kind === label) findings.push(...(await runTests(ground, way, others)));
        else if (kind !== "named" && kind !== "parsed") findings.push(...(await runTests(ground, way, words)));
      }
      return findings;
    }
    const findings = await refusals(ground, WAYS, "must be found");
    findings.push(await plantedLimits(ground));
    for (const way of WAYS) {
      const pooler = await ground.start(way);
      console.log(`${way.name}: PgBouncer ${pooler.version}`);
      findings.push(...judgeJourneys(way.name, await tryJourneys(ground, way, pooler)));
      findings.push(...judgeLimits(way.name, await tryLimits(pooler.url, way.mode)));
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
