import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "./drill.ts";
import { complaintsOf, membersOf } from "./patroni-list.ts";
import { DATABASES, type Name } from "./six-machines.ts";

/** Milliseconds until the cluster must be whole again. */
const PATIENCE = 120_000;

/** Waits for a leader and two standbys without lag. @returns the table of `patronictl list` then, or after the patience */
export async function whole(drill: Drill): Promise<string> {
  let table = "";
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(500)) {
    table = await list(drill);
    if (complaintsOf(table).length === 0) break;
  }
  return table;
}

/** The database machine that has a role, such as `Leader`. */
export async function nameOf(drill: Drill, role: string): Promise<Name> {
  const table = await list(drill);
  const found = membersOf(table).find(({ Role }) => Role === role)?.["Member"];
  const name = DATABASES.find((each) => each === found);
  if (name === undefined) throw new Error(`No machine is the ${role}:\n${table}`);
  return name;
}

async function list({ machines }: Drill): Promise<string> {
  const { output } = await machines.at("node1").run("patronictl -c /etc/patroni/config.yml list");
  return output;
}
