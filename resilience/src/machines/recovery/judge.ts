import { atLeast, atMost, type Finding, none } from "../../finding.ts";

export interface Recovery {
  /** Writes that the service acknowledged before the moment, and between it and the stop. */
  before: number;
  after: number;
  minutes: number;
  lostWrites: string[];
  /** Writes, accounts and absences of after the moment. */
  leftovers: string[];
  differingFiles: string[];
  /** The next base backup after the recovery. */
  archiveErrors: string[];
}

export interface RestoreTest {
  code: number | null;
  output: string;
  /** Of the metric. */
  hasFailed: boolean;
  /** Seconds. */
  provenAge: number;
}

/** Seconds. The drill's backups are younger. */
const FRESH = 600;

export function judgeRecovery(recovery: Recovery): Finding[] {
  return [
    atLeast("writes before the moment", recovery.before, 100),
    atLeast("writes between the moment and the stop", recovery.after, 20),
    atMost("from the mistake to a service that works", recovery.minutes, 10, " min"),
    none("acknowledged writes before the moment that are lost", recovery.lostWrites),
    none("changes after the moment that are still there", recovery.leftovers),
    none("files that differ or are missing", recovery.differingFiles),
    none("errors of the next base backup", recovery.archiveErrors),
  ];
}

export function judgeRestoreTest({ code, output, hasFailed, provenAge }: RestoreTest): Finding[] {
  const isPassed = code === 0 && !hasFailed;
  return [
    none("a right backup that the restore test refuses", isPassed ? [] : [output]),
    atMost("age of the proven backup in the metric", provenAge, FRESH, " s"),
  ];
}

/** @param names must match what the test prints */
export function judgePlanted(what: string, names: RegExp, { code, output, hasFailed }: RestoreTest): Finding {
  const isFound = code !== 0 && hasFailed && names.test(output);
  return none(`planted: ${what}, which the restore test does not find`, isFound ? [] : [`${code}: ${output}`]);
}
