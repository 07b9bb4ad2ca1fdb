// Measures the real server on generated data: `npm run bench -- --set S --only home`. See bench/README.md.
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { readArguments, USAGE } from "./arguments.ts";
import { CUES_PER_VIDEO } from "./data/cues.ts";
import { CHAPTERS_PER_VIDEO, type DataSet, SETS } from "./data/sets.ts";
import { signIn } from "./calls/members.ts";
import { LoadClient } from "./load/burst.ts";
import { measureLoadLevels } from "./measure/connections.ts";
import { memoryOf, othersShare } from "./measure/cpu.ts";
import { countDatabaseCalls } from "./measure/database-calls.ts";
import { searchFresh } from "./measure/fresh-searches.ts";
import { pgbenchReads, readKeys } from "./measure/key-reads.ts";
import { Quiet } from "./measure/quiet.ts";
import { fireRounds, type Target } from "./measure/rounds.ts";
import { timeSecondStart } from "./measure/second-start.ts";
import { judge } from "./report/goals.ts";
import { calls, markdown } from "./report/markdown.ts";
import { picture } from "./report/picture.ts";
import type { Result } from "./report/result.ts";
import { startBaselines } from "./servers/baselines.ts";
import { openSet } from "./servers/database.ts";
import { SECRET, startServer } from "./servers/server.ts";
import { warmUp } from "./measure/warm-up.ts";

const MEMBERS = 2_000;
/** `--only` may name these searches, which are no call of the rounds. */
const FRESH = "search, first time";
const QUIET_LOOK = 2_000;

if (process.argv[2] === "capacity") {
  const rows = process.argv[3] === "rows" ? await (await import("./capacity/measure-rows.ts")).measureRows() : null;
  console.log(rows ?? (await import("./capacity/report.ts")).capacityReport());
  process.exit(0);
}

const options = readArguments(process.argv.slice(2));
if (options === null) {
  console.error(USAGE);
  process.exit(1);
}

const opened: (() => Promise<void> | void)[] = [];
try {
  const results = await run(options);
  const folder = fileURLToPath(new URL("./results", import.meta.url));
  await mkdir(folder, { recursive: true });
  for (const result of results) {
    console.log(`\nSet ${result.set}\n\n${calls(result)}\n`);
    for (const { what, figure, goal, met } of judge(result)) {
      console.log(`  ${met ? "met   " : "MISSED"}  ${what.padEnd(56)} ${figure.padStart(9)}  (${goal})`);
    }
    if (options.only !== "") continue;
    await writeFile(`${folder}/${result.set}.md`, markdown(result));
    await writeFile(`${folder}/${result.set}.svg`, picture(result));
  }
  const errors = results
    .flatMap(({ figures, loadLevels }) => [...figures, ...loadLevels])
    .filter((figure) => figure.errors > 0);
  if (errors.length > 0) throw new Error(`Some requests failed: ${JSON.stringify(errors)}`);
} finally {
  for (const close of opened.reverse()) await close();
}

type Options = NonNullable<ReturnType<typeof readArguments>>;

async function run({ sets, rounds, seconds, patience, only, savedSets }: Options): Promise<Result[]> {
  const quiet = new Quiet(patience);
  const othersBefore = await othersShare(QUIET_LOOK);
  const client = new LoadClient();
  opened.push(() => client.close());
  const baselines = await startBaselines();
  opened.push(() => baselines.stop());
  const targets: Target[] = [];
  for (const name of sets) targets.push(await openTarget(SETS[name], savedSets));

  const after1000 = new Map<Target, number | null>();
  const searches = new Map<Target, Result["searches"]>();
  for (const target of targets) {
    log(`Set ${target.database.set.name}: fresh searches`);
    await warmUp(target);
    after1000.set(target, memoryOf(target.server.pid));
    searches.set(target, FRESH.includes(only) ? await searchFresh(target, target.database.set.searches, quiet) : []);
  }
  log("Rounds");
  const fired = await fireRounds(client, targets, baselines, { rounds, seconds, only, quiet });
  const loadLevels = new Map<Target, Result["loadLevels"]>();
  const keyReads = new Map<Target, Result["keyReads"]>();
  for (const target of targets) {
    log(`Set ${target.database.set.name}: the mix under rising load`);
    loadLevels.set(target, only === "" ? await measureLoadLevels(client, target, { seconds, quiet }) : []);
    const { db, url } = target.database;
    keyReads.set(target, { pg: await readKeys(db, seconds), pgbench: await pgbenchReads(url, seconds) });
  }
  const afterLoad = new Map(targets.map((target) => [target, memoryOf(target.server.pid)]));
  const secondStart = await timeSecondStart();
  const machine = {
    day: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? "unknown processor",
    cores: cpus().length,
    node: process.versions.node,
    othersBefore,
    othersAfter: await othersShare(QUIET_LOOK),
    ...quiet.found,
  };
  const results: Result[] = [];
  for (const [index, target] of targets.entries()) {
    const { set } = target.database;
    const smaller = targets[index - 1];
    results.push({
      set: set.name,
      size: describe(set),
      machine,
      baselines: fired.baselines,
      keyReads: keyReads.get(target) ?? { pg: Number.NaN, pgbench: null },
      figures: fired.sets.get(set.name) ?? [],
      databaseCalls: await countDatabaseCalls(target),
      searches: searches.get(target) ?? [],
      loadLevels: loadLevels.get(target) ?? [],
      memory: { after1000: after1000.get(target) ?? null, afterLoad: afterLoad.get(target) ?? null },
      secondStart,
      smaller: smaller
        ? {
            set: smaller.database.set.name,
            figures: fired.sets.get(smaller.database.set.name) ?? [],
            searches: searches.get(smaller) ?? [],
          }
        : null,
    });
  }
  return results;
}

async function openTarget(set: DataSet, savedSets: string | null): Promise<Target> {
  log(`Set ${set.name}: opening ${describe(set)}`);
  const database = await openSet(set, savedSets);
  opened.push(() => database.close());
  const members = await signIn(database.db, Math.min(MEMBERS, set.members));
  const server = await startServer({ DATABASE_URL: database.url, AUTH_SECRET: SECRET });
  opened.push(() => server.stop());
  return { database, server, members };
}

function describe({ videos, members, history, longestHistory }: DataSet): string {
  const number = (value: number) => value.toLocaleString("en");
  const rows = (members - 1) * history + longestHistory;
  return `${number(videos)} videos, ${number(videos * CHAPTERS_PER_VIDEO)} chapters, ${number(videos * CUES_PER_VIDEO)} lines of captions, ${number(members)} members, ${number(rows)} rows of history, the longest ${number(longestHistory)}`;
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
