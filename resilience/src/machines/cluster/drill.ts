import { basename, join } from "node:path";
import type { Desk } from "./desk.ts";
import type { ClusterOperator } from "./operator.ts";
import type { Name, SixMachines } from "./six-machines.ts";

/** Shared by the steps of the drill. */
export interface Drill {
  machines: SixMachines;
  operator: ClusterOperator;
  desk: Desk;
  /** The release's archive on this computer, and its version. */
  archive: string;
  version: string;
  /** The drill's own folder. */
  folder: string;
}

const SETTINGS: Record<string, string[]> = {
  node: ["cluster.env", "database.env", "database.pem", "database.key"],
  application: ["cluster.env", "manabiya.env", "database.pem"],
  front: ["cluster.env"],
};

/** The operator's `scp`: the release and the settings of the machine's role. */
export function copyFiles({ machines, desk, archive }: Drill, name: Name): void {
  machines.at(name).put(archive, `/root/${basename(archive)}`);
  const role = name.replace(/\d$/, "");
  for (const file of SETTINGS[role] ?? []) machines.at(name).put(join(desk.settings, file), `/root/${file}`);
}

/** @returns the lines that a command prints, without repeated spaces */
export async function ask({ machines }: Drill, name: Name, command: string): Promise<string[]> {
  const { output } = await machines.at(name).run(command);
  const lines = output.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "));
  return lines.filter(Boolean);
}
