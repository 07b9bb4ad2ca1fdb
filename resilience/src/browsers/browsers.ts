// The main journeys in Chromium, Firefox and WebKit, on a real server with the demo, by real clicks and keys.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../scripts/quiet-run.mjs";
import { type Finding, none } from "../finding.ts";
import { Server } from "../server.ts";
import { findEngines } from "./engines.ts";
import { STEPS } from "./journey.ts";
import { compareLayouts, type Layout } from "./layout.ts";
import { type Journey, startProvider } from "./step.ts";
import { type EngineName, ENGINES, type Tab } from "./tab.ts";

const OUTPUT = join(root, "prove-results", "browsers");
/** The layout of each page is compared with that of the engine in which every test runs. */
const REFERENCE = "chromium";
const COMPARED = ["landing", "home", "watch"];

export interface EngineRun {
  engine: EngineName;
  /** Titles of the steps that ended well. */
  done: string[];
  failures: string[];
  /** Console errors and uncaught exceptions. */
  errors: string[];
  layouts: Record<string, Layout>;
}

export function judgeBrowsers(runs: EngineRun[]): Finding[] {
  const reference = runs.find(({ engine }) => engine === REFERENCE)?.layouts ?? {};
  return ENGINES.flatMap((engine) => {
    const run = runs.find((each) => each.engine === engine);
    if (!run) return [none(`${engine}: runs`, ["it did not start"])];
    const missing = STEPS.map(([title]) => title).filter((title) => !run.done.includes(title));
    const differences = COMPARED.flatMap((page) => {
      const [expected, layout] = [reference[page], run.layouts[page]];
      if (!expected || !layout || Object.keys(layout).length < 10) return [`${page}: nothing was measured`];
      return compareLayouts(expected, layout).map((difference) => `${page}: ${difference}`);
    });
    return [
      none(`${engine}: steps that failed`, [...run.failures, ...missing.filter(() => run.failures.length === 0)]),
      none(`${engine}: console errors`, run.errors),
      none(`${engine}: boxes that differ from ${REFERENCE}`, differences),
    ];
  });
}

export async function runDrill(names: string[]): Promise<Finding[]> {
  const open = await findEngines();
  await mkdir(OUTPUT, { recursive: true });
  const server = await Server.onFreePort();
  // The server's own address, because members come back from the card provider to it.
  const site = server.address.replace("127.0.0.1", "localhost");
  const provider = await startProvider(site);
  try {
    await server.start(provider.settings);
    const runs: EngineRun[] = [];
    for (const engine of ENGINES) {
      if (names.length > 0 && engine !== REFERENCE && !names.includes(engine)) continue;
      const tab = await open[engine]();
      try {
        runs.push(await walk(tab, site));
      } finally {
        await tab.close();
      }
    }
    console.log(`Screenshots: ${OUTPUT}`);
    return judgeBrowsers(runs);
  } finally {
    await server.end();
    await provider.stop();
  }
}

async function walk(tab: Tab, site: string): Promise<EngineRun> {
  const { engine } = tab;
  const run: EngineRun = { engine, done: [], failures: [], errors: [], layouts: {} };
  const shoot = async (name: string) => writeFile(join(OUTPUT, `${engine}-${name}.png`), await tab.screenshot());
  const email = `${engine}-${Date.now()}@example.com`;
  const journey: Journey = { site, tab, email, shoot, layouts: run.layouts };
  for (const [title, step] of STEPS) {
    try {
      await step(journey);
      run.done.push(title);
      console.log(`${engine}: ${title}`);
    } catch (error) {
      run.failures.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
      // A tab that crashed has no picture.
      await shoot("failure").catch(() => {});
      break;
    }
  }
  run.errors = await tab.errors();
  return run;
}
