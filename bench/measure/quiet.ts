import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Tolerated share of the processors' time that the host gives to others during a measurement. */
const TOLERATED = 0.08;
/** Milliseconds. */
const REST = 20_000;

interface Machine {
  readTimes(): ProcessorTimes;
  rest(): Promise<void>;
}

/** The disturbance of the measurements. */
export interface Quietness {
  /** Number of repeated measurements. */
  repeats: number;
  /** Highest stolen share of a measurement that counts, 0 to 1. */
  mostStolen: number;
}

/**
 * A cloud host may give processor time to others ("steal"), which makes any server look slow. Disturbed measurements
 * are discarded and repeated after a rest, until the total rest reaches the limit.
 */
export class Quiet {
  readonly found: Quietness = { repeats: 0, mostStolen: 0 };
  readonly #machine: Machine;
  #patience: number;

  /** @param patience total seconds of rest; 0: the first measurement counts */
  constructor(patience: number, machine: Machine = { readTimes, rest: () => pause(REST) }) {
    this.#patience = patience * 1000;
    this.#machine = machine;
  }

  async measure<T>(work: () => Promise<T>): Promise<T> {
    while (true) {
      const before = this.#machine.readTimes();
      const measured = await work();
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

/** The stolen share of the time between two readings. */
export function stolenShare(before: ProcessorTimes, after: ProcessorTimes): number {
  const all = after.all - before.all;
  return all === 0 ? 0 : (after.stolen - before.stolen) / all;
}

/** All zeros where the system does not report it. */
function readTimes(): ProcessorTimes {
  try {
    return timesOf(readFileSync("/proc/stat", "utf8"));
  } catch {
    return { all: 0, stolen: 0 };
  }
}

/**
 * Parses /proc/stat of Linux: user, nice, system, idle, iowait, irq, softirq, steal. The guest columns after them are
 * part of user and nice.
 */
export function timesOf(stat: string): ProcessorTimes {
  const times = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(" ").map(Number).slice(0, 8) ?? [];
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times.at(7) ?? 0 };
}
