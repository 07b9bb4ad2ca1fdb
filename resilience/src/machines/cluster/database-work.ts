import { setTimeout as pause } from "node:timers/promises";
import { ask, type Drill } from "./drill.ts";
import type { Visitors } from "./visitors.ts";
import { nameOf, whole } from "./whole.ts";

/** Milliseconds until every machine has read a changed setting. */
const SETTING = 10_000;

/**
 * A switchover under load, a changed setting, and a standby that is copied anew.
 * @returns seconds without service in the switchover, and commands without effect
 */
export async function workOnDatabase(
  drill: Drill,
  visitors: Visitors,
): Promise<{ seconds: number; ineffective: string[] }> {
  const { operator } = drill;
  const ineffective: string[] = [];
  const before = await nameOf(drill, "Leader");
  const { seconds } = await visitors.meet(() => operator.execute("switchover", "node3"));
  await whole(drill);
  if ((await nameOf(drill, "Leader")) === before) ineffective.push(`switchover: ${before} is still the primary`);

  await operator.execute("setting", "node1");
  const show = "cd / && runuser --user postgres -- psql -XAtc 'show log_min_duration_statement'";
  let value = "";
  for (const end = Date.now() + SETTING; Date.now() < end && value !== "1s"; await pause(500)) {
    [value = ""] = await ask(drill, "node2", show);
  }
  if (value !== "1s") ineffective.push(`edit-config: log_min_duration_statement is ${value}`);

  const printed = await operator.execute("reinit", "node2", { NODE: await nameOf(drill, "Replica") });
  if (!printed.includes("Reinitialize is completed")) ineffective.push(`reinit: ${printed.trim()}`);
  await whole(drill);
  return { seconds, ineffective };
}
