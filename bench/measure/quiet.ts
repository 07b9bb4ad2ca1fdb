import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Of the processors' time while something was measured: what their host may give to others. */
const TOLERATED = 0.08;
/** Milliseconds. */
const REST = 20_000;

interface Machine {
  readTimes(): ProcessorTimes;
  rest(): Promise<void>;
}

/** What a measurement says of how quiet the machine was. */
export interface Quietness {
  /** How often something was measured again. */
  repeats: number;
  /** Of the measurement that was disturbed most and counts all the same, 0 to 1. */
  mostStolen: number;
}

/**
 * A rented machine shares its processors: what its host gives to others ("steal") makes any server look slow. What
 * was measured in such a moment is thrown away and, after a rest, measured again, until patience has an end.
 */
export class Quiet {
  readonly found: Quietness = { repeats: 0, mostStolen: 0 };
  readonly #machine: Machine;
  #patience: number;

  /** @param patience seconds of rest in all; none: whatever comes first counts */
  constructor(patience: number, machine: Machine = { readTimes, rest: () => pause(REST) }) {
    this.#patience = patience * 1000;
    this.#machine = machine;
  }

  async measure<T>(what: () => Promise<T>): Promise<T> {
    while (true) {
      const before = this.#machine.readTimes();
      const measured = await what();
      const stolen = stolenShare(before, this.#machine.readTimes());
      if (stolen <= TOLERATED || this.#patience < REST) {
        this.found.mostStolen = Math.max(this.found.mostStolen, stolen);
        return measured;
      }
      this.found.repeats++;
      this.#patience -= REST;
      await this.#machine.rest();
    }
  }
}

/** Hundredths of a second of all processors since the start of the machine. */
export interface ProcessorTimes {
  all: number;
  stolen: number;
}

/** Of the time between two looks, the share that others got. */
export function stolenShare(before: ProcessorTimes, after: ProcessorTimes): number {
  const all = after.all - before.all;
  return all === 0 ? 0 : (after.stolen - before.stolen) / all;
}

/** All zeros where the system does not say. */
function readTimes(): ProcessorTimes {
  try {
    return timesOf(readFileSync("/proc/stat", "utf8"));
  } catch {
    return { all: 0, stolen: 0 };
  }
}

/** From the text of Linux's /proc/stat: user, nice, system, idle, waiting, interrupts (2), stolen; then what guests took of these. */
export function timesOf(stat: string): ProcessorTimes {
  const times = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(" ").map(Number).slice(0, 8) ?? [];
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times.at(7) ?? 0 };
}
