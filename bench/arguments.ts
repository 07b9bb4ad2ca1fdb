import { parseArgs } from "node:util";
import type { DataSet } from "./data/sets.ts";

export const USAGE = `npm run bench -- [--set S|M|L …] [--only part of a call's name] [--rounds 3] [--seconds 2] [--patience 10] [--keep folder]
Without --set: S and M. --patience is the total minutes of rest while a host takes the processor away.
--keep leaves the loaded sets in a folder for the next run.
npm run bench -- capacity [rows]: a simulated month of 1,000 to 10,000,000 members, or the bytes of its rows.`;

export interface BenchOptions {
  sets: DataSet["name"][];
  rounds: number;
  /** Duration of each burst. */
  seconds: number;
  only: string;
  /** Seconds of rest in total while the machine's host takes the processor away. */
  patience: number;
  /** Folder of loaded sets; null: a temporary one for each run. */
  savedSets: string | null;
}

/** @returns null for invalid arguments */
export function readArguments(words: string[]): BenchOptions | null {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        set: { type: "string", multiple: true, default: ["S", "M"] },
        only: { type: "string", default: "" },
        rounds: { type: "string", default: "3" },
        seconds: { type: "string", default: "2" },
        patience: { type: "string", default: "10" },
        keep: { type: "string" },
      },
    });
    const sets = values.set.filter((name): name is DataSet["name"] => /^[SML]$/.test(name));
    const [rounds, seconds, minutes] = [values.rounds, values.seconds, values.patience].map(Number);
    if (!isWithin(rounds, 1, 20) || !isWithin(seconds, 0.1, 60) || !isWithin(minutes, 0, 600)) return null;
    if (sets.length !== values.set.length) return null;
    const { only, keep: savedSets = null } = values;
    return { sets: [...new Set(sets)], rounds, seconds, patience: 60 * minutes, only, savedSets };
  } catch {
    return null;
  }
}

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most;
}
