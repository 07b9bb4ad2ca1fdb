// This drill measures what films cost the application: the processor time of a film minute, and the evening mix while a film is prepared.
import { rm } from "node:fs/promises";
import { median } from "@manabiya/bench/measure/statistics.ts";
import { atMost, type Finding, none } from "../../../finding.ts";
import { needPackages } from "../../packages.ts";
import { temporaryFolder } from "../../../service.ts";
import { measureMinutes } from "./minutes.ts";
import { measureMix } from "./mix.ts";

/** Percent. */
const MINUTE_GOAL = 5;
const MIX_GOAL = 3;

/** @param rounds 0: no mix; `minutes` 0: no film minutes */
export async function runDrill([players = "40", minutes = "5", rounds = "15"]: string[]): Promise<Finding[]> {
  await needPackages({ "nginx-light": "/usr/sbin/nginx", openssl: "/usr/bin/openssl", ffmpeg: "/usr/bin/ffmpeg" });
  const folder = await temporaryFolder();
  const findings: Finding[] = [];
  try {
    if (Number(minutes) > 0) {
      const { idle, storing, stream, oneFile, opened } = await measureMinutes(folder, Number(players), Number(minutes));
      const shown = [idle, storing, stream, oneFile].map((ms) => ms.toFixed(2));
      console.log(
        `ms of processor time: ${shown[0]} a minute without players; a film minute ${shown[1]} until nginx has it, then ${shown[2]}; ${shown[3]} as one file`,
      );
      findings.push(
        none("addresses by which nginx gives stored pieces to others", opened),
        atMost(
          "a film minute's processor time as a stream, of the one as a file",
          (100 * stream) / oneFile,
          MINUTE_GOAL,
          " %",
        ),
      );
    }
    if (Number(rounds) > 0) {
      const losses = (await measureMix(folder, Number(rounds))).map((loss) => 100 * loss).toSorted((a, b) => a - b);
      console.log(
        `requests that the mix loses, in each round: ${losses.map((loss) => `${loss.toFixed(1)} %`).join(", ")}`,
      );
      findings.push(atMost("the evening mix loses while a film is prepared", median(losses), MIX_GOAL, " %"));
    }
    return findings;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
