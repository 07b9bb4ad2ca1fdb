import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../../scripts/quiet-run.mjs";
import { SourceCopy } from "../source-copy.ts";
import type { Finding } from "../../finding.ts";
import { judgeMutants, type Mutant, type Planted } from "./judge.ts";
import { defectsIn } from "./rules.ts";

const AREAS = ["billing", "accounts", "http", "staff", "lists", "mail", "contract/rules"];
/** Milliseconds. A defect may make a loop endless. */
const LIMIT = 10 * 60_000;

/**
 * Plants defects, one at a time, in a copy of the source, and runs the tests beside it: those of the file's folder, then
 * those of its area, then all of the server and the contract. The work tree stays as it is.
 * @param args areas, then the number of defects, a seed, and `near` for the folder's tests alone
 */
export async function runDrill(args: string[]): Promise<Finding[]> {
  const areas = args.filter((arg) => AREAS.includes(arg));
  const [number = 40, seed = Date.now() % 100_000] = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
  const isNear = args.includes("near");
  const mutants = choose(areas.length > 0 ? areas : AREAS, number, seed);
  console.log(`${mutants.length} defects of seed ${seed}`);
  const copy = new SourceCopy();
  try {
    const folders = [...new Set(mutants.map(({ file }) => dirname(file)))];
    const failedBefore = (await passes(copy.root, folders)) ? [] : folders;
    const planted: Planted[] = [];
    for (const mutant of failedBefore.length > 0 ? [] : mutants) {
      const isFound = await isSeen(copy, mutant, isNear);
      planted.push({ ...mutant, isFound });
      console.log(`${isFound ? "found   " : "SURVIVED"} ${mutant.file}:${mutant.line}  ${mutant.from} → ${mutant.to}`);
    }
    return judgeMutants({ failedBefore, planted });
  } finally {
    copy.remove();
  }
}

const folderOf = (area: string) => (area === "contract/rules" ? "contract/src/rules" : `server/src/${area}`);

/** As many defects of each area, chosen at random. */
function choose(areas: string[], number: number, seed: number): Mutant[] {
  let state = seed * 2_654_435_761 + 1;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
  return areas.flatMap((area, index) => {
    const all = globSync(`${folderOf(area)}/**/*.ts`, { cwd: root })
      .filter((file) => !file.endsWith(".test.ts"))
      .toSorted()
      .flatMap(mutantsOf);
    const share = Math.floor((number * (index + 1)) / areas.length) - Math.floor((number * index) / areas.length);
    return Array.from({ length: Math.min(share, all.length) }, () =>
      all.splice(Math.floor(random() * all.length), 1),
    ).flat();
  });
}

export function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(join(root, file), "utf8");
  return defectsIn(source).map(({ start, end, to }) => {
    const mutated = source.slice(0, start) + to + source.slice(end);
    const from = source.lastIndexOf("\n", start) + 1;
    const until = (text: string, at: number) => (text.indexOf("\n", at) + text.length + 1) % (text.length + 1);
    return {
      file,
      line: source.slice(0, start).split("\n").length,
      from: shown(source.slice(from, until(source, end))),
      to: shown(mutated.slice(from, until(mutated, start + to.length))),
      mutated,
    };
  });
}

const shown = (text: string) => text.replace(/\s+/g, " ").trim();

async function isSeen(copy: SourceCopy, { file, mutated }: Mutant, isNear: boolean): Promise<boolean> {
  const path = join(copy.root, file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, mutated);
  const area = file.split("/").slice(0, 3).join("/");
  try {
    for (const tests of isNear ? [dirname(file)] : new Set([dirname(file), area, "server", "contract"])) {
      if (!(await passes(copy.root, [tests]))) return true;
    }
    return false;
  } finally {
    writeFileSync(path, before);
  }
}

/** Whether the tests of these folders pass. */
async function passes(folder: string, tests: string[]): Promise<boolean> {
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const options = [
    "run",
    "--project=server",
    "--project=contract",
    "--bail=1",
    "--retry=0",
    "--reporter=dot",
    "--passWithNoTests",
  ];
  const run = spawn(process.execPath, [vitest, ...options, ...tests.map((test) => `${test}/`)], {
    cwd: folder,
    stdio: "ignore",
    timeout: LIMIT,
  });
  const [code] = (await once(run, "exit")) as [number | null];
  return code === 0;
}
