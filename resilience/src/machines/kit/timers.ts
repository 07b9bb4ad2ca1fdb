import { setTimeout as pause } from "node:timers/promises";
import { type Finding, none } from "../../finding.ts";
import type { Debian } from "../debian/debian.ts";
import { valuesOf } from "./judge.ts";

const TIMERS = ["manabiya-backup", "manabiya-files", "manabiya-check", "manabiya-restore-test", "manabiya-archive"];

/** A timer as installed, but for its time. */
const SOON = "[Timer]\nOnCalendar=\nOnCalendar=*:*:0/10\nRandomizedDelaySec=0\n";

/** Milliseconds. One after the other, since they wait for each other. */
const LIMIT = 240_000;

/** Shortens each enabled timer until it fired, and waits for its service. */
export async function fireTimers(debian: Debian): Promise<Finding[]> {
  const silent: string[] = [];
  for (const name of TIMERS) {
    const { output } = await debian.run(`systemctl is-enabled ${name}.timer; systemctl is-active ${name}.timer`);
    if (output.trim() !== "enabled\nactive") silent.push(`${name}.timer is ${output.trim().replace("\n", ", ")}`);
    silent.push(...(await fire(debian, name)));
  }
  return [none("timers that are not on, do not fire, or whose service fails", silent)];
}

async function fire(debian: Debian, name: string): Promise<string[]> {
  const file = `/run/systemd/system/${name}.timer.d/soon.conf`;
  const state = async () => {
    const show = (unit: string, property: string) => `systemctl show ${unit} --property ${property}`;
    const words = [show(`${name}.service`, "InactiveEnterTimestamp,Result"), show(`${name}.timer`, "LastTriggerUSec")];
    return valuesOf((await debian.run(words.join("; "))).output);
  };
  const before = await state();
  await debian.run(`mkdir --parents $(dirname ${file}); cat > ${file}; systemctl daemon-reload`, { input: SOON });
  await debian.run(`systemctl restart ${name}.timer`);
  const deadline = Date.now() + LIMIT;
  const isOver = (now: Record<string, string>) =>
    ["InactiveEnterTimestamp", "LastTriggerUSec"].every((property) => now[property] !== before[property]);
  let after = await state();
  while (!isOver(after) && Date.now() < deadline) {
    await pause(500);
    after = await state();
  }
  await debian.run(`rm ${file}; systemctl daemon-reload; systemctl restart ${name}.timer`);
  if (!isOver(after)) return [`${name} was not started by its timer`];
  return after["Result"] === "success" ? [] : [`${name}: ${after["Result"]}`];
}
