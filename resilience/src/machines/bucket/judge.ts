import { atLeast, atMost, type Finding, none } from "../../finding.ts";
import type { Answered } from "./client.ts";
import { PAGE } from "./swift.ts";

/** Seconds. */
const STORED = 60;
const REFUSED = 10;
const RECOVERED = 10;
/**
 * Milliseconds of other calls meanwhile; on a machine that is busy with other things, as a multiple of those
 * with as many uploads and players on a bucket that is well.
 */
const OTHERS_P99 = 500;
const OTHERS_SLOWER = 2;
/** Megabytes that a server may grow by while a slow bucket holds its requests. */
const GROWTH = 150;

interface Refused {
  /** Such as "away: a part of an upload". */
  what: string;
  answer: Pick<Answered, "status" | "type" | "sentence" | "retryAfter" | "seconds">;
  /** The expected status and type. */
  expected: string;
}

export interface Load {
  /** Other calls per second. */
  perSecond: number;
  /** Cores that the application used. */
  cpu: number;
  /** Of films. */
  megabytes: number;
}

export interface BucketDrill {
  uploads: { megabytes: number; seconds: number; isSame: boolean }[];
  /** Whether the drill knew the half of a film that it planted. */
  isPlantedFound: boolean;
  /** Sentences about an answer, a picture, a name or a listing that was not as expected. */
  differences: string[];
  listed: number;
  refusals: Refused[];
  /** Acknowledged films whose bytes are not what was sent. */
  lost: string[];
  /** Seconds from the end of a trouble to the first part that is stored. */
  recoveries: { trouble: string; seconds: number }[];
  /** Other calls while the bucket is slow or frozen. `before`: their p99 with the same load while it is well. */
  others: { trouble: string; calls: number; failed: string[]; p99: number; before: number; growth: number }[];
  clock: { failed: string[]; isLogged: boolean; metric: number };
  restored: { files: number; differing: string[] };
  direct: {
    /** Answers to accounts without access that hold an address. */
    leaked: string[];
    /** Seconds that the browser played from the bucket, and the second that it sought. */
    played: number;
    sought: number;
    bytesOfBucket: number;
    /** Requests for films that the application counted. */
    requestsOfApplication: number;
    consoleErrors: string[];
  };
  load: { players: number; idle: Load; carried: Load; direct: Load };
}

/** Milliseconds of CPU per other call at most, of those while the application carries films. */
const CPU_SHARE = 0.9;

const cpuPerCall = ({ cpu, perSecond }: Load) => cpu / perSecond;

const JAPANESE = /\p{Script=Hiragana}/u;

export function judgeWorks(
  seen: Pick<BucketDrill, "uploads" | "isPlantedFound" | "differences" | "listed" | "restored">,
): Finding[] {
  return [
    ...seen.uploads.flatMap(({ megabytes, seconds, isSame }) => [
      atMost(`upload of ${megabytes} MB, in parts and as one object`, seconds, STORED, " s"),
      none(`films of ${megabytes} MB that a player gets with other bytes`, isSame ? [] : ["other bytes"]),
    ]),
    atLeast("planted: half films that were found", Number(seen.isPlantedFound), 1),
    none("ranges, pictures, names and listings that differ", seen.differences),
    atLeast(`objects in a listing, of which one answer holds ${PAGE}`, seen.listed, PAGE + 1),
    atLeast("files restored into another bucket", seen.restored.files, 1),
    none("restored files that differ", seen.restored.differing),
  ];
}

export function judgeTroubles(
  seen: Pick<BucketDrill, "refusals" | "lost" | "recoveries" | "others" | "clock">,
): Finding[] {
  const { clock } = seen;
  const [slowest] = seen.refusals.toSorted((a, b) => b.answer.seconds - a.answer.seconds);
  return [
    none(
      "troubles that were not answered as they should",
      seen.refusals.flatMap(({ what, answer, expected }) =>
        `${answer.status} ${answer.type}` === expected &&
        JAPANESE.test(answer.sentence) &&
        Number(answer.retryAfter) > 0
          ? []
          : [`${what}: ${answer.status} ${answer.type} ${answer.sentence} after ${answer.seconds.toFixed(1)} s`],
      ),
    ),
    atMost(
      `the slowest of ${seen.refusals.length} refusals (${slowest?.what})`,
      slowest?.answer.seconds ?? Infinity,
      REFUSED,
      " s",
    ),
    none("acknowledged films with other bytes, or gone", seen.lost),
    ...seen.recoveries.map(({ trouble, seconds }) =>
      atMost(`${trouble}: uploads go on by themselves after`, seconds, RECOVERED, " s"),
    ),
    ...seen.others.flatMap(({ trouble, calls, failed, p99, before, growth }) => [
      atLeast(`${trouble}: other calls meanwhile`, calls, 100),
      none(`${trouble}: other calls that failed`, failed),
      atMost(
        `${trouble}: p99 of other calls, ${before.toFixed(0)} ms before`,
        p99,
        Math.max(OTHERS_P99, OTHERS_SLOWER * before),
        " ms",
      ),
      atMost(`${trouble}: memory grew by`, growth, GROWTH, " MB"),
    ]),
    none("wrong clock: calls that failed", clock.failed),
    none("wrong clock: logs that do not name it", clock.isLogged ? [] : ["the log"]),
    atLeast("wrong clock: seconds in the metric", clock.metric, 2_000),
  ];
}

export function judgeDirect({ direct, load }: Pick<BucketDrill, "direct" | "load">): Finding[] {
  const described = ({ megabytes, cpu }: Load) =>
    `${load.players} players take ${megabytes.toFixed(0)} MB, the application ${cpu.toFixed(2)} cores`;
  return [
    none("MEDIA_URL: addresses given to accounts without access", direct.leaked),
    atLeast("MEDIA_URL: seconds that Chromium played from the bucket", direct.played, 2),
    atLeast("MEDIA_URL: second that Chromium sought", direct.sought, 20),
    atLeast("MEDIA_URL: bytes of films from the bucket", direct.bytesOfBucket, 10_000),
    atMost("MEDIA_URL: requests for films that the application answered", direct.requestsOfApplication, 0),
    none("MEDIA_URL: errors in the console", direct.consoleErrors),
    atLeast(`other calls per second, ${described(load.carried)}`, load.carried.perSecond, 1),
    atLeast(
      `other calls per second, ${described(load.direct)} from MEDIA_URL`,
      load.direct.perSecond,
      load.carried.perSecond,
    ),
    atMost(
      "CPU for each other call with MEDIA_URL, as a share of that without",
      cpuPerCall(load.direct) / cpuPerCall(load.carried),
      CPU_SHARE,
    ),
  ];
}
