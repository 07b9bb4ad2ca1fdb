import { atMost, type Finding, none } from "../../finding.ts";
import { startProvider } from "./counterparts.ts";
import { foreign } from "./judge.ts";
import type { Neighbour } from "./neighbour.ts";
import type { Operator } from "./operator.ts";

const UNITS = ["nginx", "postgresql@15-main", "manabiya", "manabiya-backup.timer", "manabiya-files.timer"];

/** Shuts the machine down, and cuts its power; both times it must serve again by itself. */
export async function bootAgain(
  operator: Operator,
  provider: Neighbour,
  state: string,
): Promise<{ findings: Finding[]; provider: Neighbour }> {
  const { debian } = operator;
  const findings: Finding[] = [];
  let next = provider;
  for (const [what, stop] of [
    ["a shutdown", () => debian.shutDown()],
    ["a power cut", () => debian.cutPower()],
  ] as const) {
    await next.end();
    await stop();
    const began = performance.now();
    await debian.boot();
    next = startProvider(debian, state);
    const served = await operator.served();
    const seconds = (performance.now() - began) / 1000;
    const states = (await debian.run(`systemctl is-active ${UNITS.join(" ")}`)).output.trim().split("\n");
    const failed = (await debian.run("systemctl --failed --plain --no-legend")).output.split("\n").filter(Boolean);
    const member = await operator.logIn("before@example.jp");
    findings.push(
      none(`after ${what}, releases that serve in the place of the current one`, foreign([served], [operator.version])),
      none(`after ${what}, units that are not active, or failed`, [...foreign(states, ["active"]), ...failed]),
      none(`after ${what}, a member logs in`, foreign([member], [200])),
      atMost(`seconds from the power to a serving site, after ${what}`, seconds, 60),
    );
  }
  return { findings, provider: next };
}
