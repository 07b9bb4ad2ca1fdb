// Follows docs/cluster.md on six bare Debians to the letter: the blocks `sh cluster …` are executed
// with placeholders replaced and nothing else. Meanwhile members read and write through the machine in front.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Finding, none } from "../../finding.ts";
import { openSwitch } from "../machine.ts";
import { operatorsText } from "../kit/document.ts";
import { drillFolder } from "../own-network.ts";
import { Desk } from "./desk.ts";
import { inspect } from "./inspect.ts";
import { install } from "./install.ts";
import { judgeCluster } from "./judge.ts";
import { ClusterOperator } from "./operator.ts";
import { packagesOfAllRoles, preparedArchive } from "./prepare.ts";
import { ADDRESSES, HERE, SixMachines } from "./six-machines.ts";
import { work } from "./work.ts";

/** @param plant `misspelled`: one command of the document has a wrong letter, which the drill must find */
export async function runDrill([plant = ""]: string[]): Promise<Finding[]> {
  const folder = drillFolder();
  const planted = plant === "misspelled" ? ["cluster/install application", "cluster/install aplication"] : ["", ""];
  const document = operatorsText().replace(planted[0] ?? "", planted[1] ?? "");
  openSwitch(HERE);
  leadToFront(folder);
  const archive = preparedArchive();
  const version = basename(archive, ".tar.gz").replace("manabiya-", "");
  const machines = new SixMachines(memoryFolder(folder), packagesOfAllRoles());
  const desk = await Desk.open(join(folder, "desk"));
  try {
    const values = { VERSION: version, "OLD-VERSION": version, "manabiya.example.jp": "localhost" };
    const operator = new ClusterOperator(machines, document, values, desk);
    const drill = { machines, operator, desk, archive, version, folder };
    const installed = await install(drill);
    if (installed === null) return [none("documented commands of the installation that failed", operator.failed)];
    const looked = await inspect(drill, installed.certificate);
    const worked = await work(drill, installed.visitors);
    const listed = { installed: installed.table, replaced: worked.replaced, afterPowerCut: worked.afterPowerCut };
    const { failed, executed } = operator;
    return judgeCluster({ ...looked, ...worked, listed, failed, executed: executed.length, left: operator.left() });
  } finally {
    await machines.end();
    await desk.close();
  }
}

/** A folder in memory, which ends with the drill: six machines on this computer's one disk would wait for each other. */
function memoryFolder(folder: string): string {
  const path = join(folder, "machines");
  mkdirSync(path);
  execFileSync("mount", ["-t", "tmpfs", "-o", "mode=755,size=12g", "tmpfs", path]);
  return path;
}

/** The site's name leads to the machine in front, for this drill alone. */
function leadToFront(folder: string): void {
  writeFileSync(join(folder, "hosts"), `${ADDRESSES.front} localhost\n`);
  execFileSync("mount", ["--bind", join(folder, "hosts"), "/etc/hosts"]);
}
