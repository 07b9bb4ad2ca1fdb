import { parseArgs } from "node:util";
import type { DataSet } from "./data/sets.ts";

export const USAGE = `npm run bench -- [--set S|M|L …] [--only part of a call's name] [--rounds 3] [--seconds 2] [--keep folder]
Without --set: S and M. --keep leaves the loaded sets in a folder for the next run.`;

export interface BenchOptions {
  sets: DataSet["name"][];
  rounds: number;
  /** Of each volley. */
  seconds: number;
  only: string;
  /** Null: a temporary folder for each run. */
  kept: string | null;
}

/** @returns null for arguments that mean nothing */
export function readArguments(words: string[]): BenchOptions | null {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        set: { type: "string", multiple: true, default: ["S", "M"] },
        only: { type: "string", default: "" },
        rounds: { type: "string", default: "3" },
        seconds: { type: "string", default: "2" },
        keep: { type: "string" },
      },
    });
    const sets = values.set.filter((name): name is DataSet["name"] => /^[SML]$/.test(name));
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
    const isBounded = rounds >= 1 && rounds <= 20 && seconds > 0 && seconds <= 60;
    if (sets.length !== values.set.length || !isBounded) return null;
    return { sets: [...new Set(sets)], rounds, seconds, only: values.only, kept: values.keep ?? null };
  } catch {
    return null;
  }
}
