import { atLeast, atMost, type Finding, none } from "../../finding.ts";
import type { Answer } from "./client.ts";

/** Milliseconds. A slower answer counts as an interruption, unless the machine was as slow before the breakdown. */
const SLOW = 1_000;

/** Seconds. A machine that is as slow before a breakdown would hide one. */
const SLOWEST_BEFORE = 2;

/** Seconds: five for a connection, five for a statement, and two for a busy machine. */
const LONGEST_ANSWER = 12;

export interface Round {
  what: string;
  /** Seconds until members are served again. */
  goal: number;
  /** Whether the breakdown had an effect: another primary, or a process that is really gone. */
  hasBroken: boolean;
  /** Milliseconds of `performance.now()`. */
  struckAt: number;
  repairedAt: number;
  answers: Answer[];
  acknowledged: number;
  orders: number;
  lost: string[];
  older: string[];
  /** Answers to the evening mix that are neither successes nor 503. */
  unexpected: number;
}

export interface Failover {
  /** Rounds that were asked for. */
  planned: number;
  rounds: Round[];
  /** Members with more charges than they agreed to. */
  doubled: string[];
  /** Orders that the provider or the server does not know. */
  lostOrders: string[];
  exits: string[];
  /** Errors that ended the drill before its last round. */
  failures: string[];
}

const isGood = ({ status }: Answer) => status !== null && status < 300;

const lengthOf = ({ began, ended }: Answer) => ended - began;

/** Milliseconds of the slowest answer before the breakdown: what a busy machine needs without one. */
const slowestBefore = ({ answers, struckAt }: Round): number =>
  Math.max(0, ...answers.filter(({ ended }) => ended < struckAt).map(lengthOf));

/** Seconds from the breakdown, or from the repair, to the last refusal. */
const lastRefusal = (round: Round): number => longestOf(round, 0);

/** Seconds from the breakdown, or from the repair, to the end of the interruption that it caused. */
const outageOf = (round: Round): number => longestOf(round, Math.max(SLOW, slowestBefore(round)));

/** @param slow milliseconds of an answer that counts like a refusal while it follows one closely; 0: none does */
function longestOf({ answers, struckAt, repairedAt }: Round, slow: number): number {
  const length = (start: number, phase: Answer[]) => {
    let end = Math.max(start, ...phase.filter((answer) => !isGood(answer)).map(({ ended }) => ended));
    const slowOnes = slow === 0 ? [] : phase.filter((answer) => lengthOf(answer) > slow);
    for (const { began, ended } of slowOnes.toSorted((one, other) => one.began - other.began)) {
      if (began <= end + SLOW) end = Math.max(end, ended);
    }
    return (end - start) / 1_000;
  };
  const after = answers.filter(({ ended }) => ended > struckAt);
  const phases = [after.filter(({ ended }) => ended <= repairedAt), after.filter(({ ended }) => ended > repairedAt)];
  return Math.max(length(struckAt, phases[0] ?? []), length(repairedAt, phases[1] ?? []));
}

/** One line about a round. */
export function describe(round: Round): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return [
    `${round.what}: back after ${seconds(outageOf(round))}`,
    `last refusal after ${seconds(lastRefusal(round))}`,
    `slowest answer before ${seconds(slowestBefore(round) / 1_000)}`,
    `${round.acknowledged} writes, ${round.lost.length} lost, ${round.older.length} older, ${round.orders} orders`,
    ...[...new Set(strangeAnswers(round))].slice(0, 3),
  ].join("; ");
}

/** The answers to a pressed button whose first request is still underway, or was done although its answer was lost. */
const REPEATED = /ほかのお手続き|現在と同じプラン/;

/** Answers that are neither a success nor a 503 with Retry-After. */
const strangeAnswers = ({ answers }: Round): string[] =>
  answers
    .filter(({ status, reason }) => !((status === 409 || status === 400) && REPEATED.test(reason)))
    .filter((answer) => !isGood(answer) && !(answer.status === 503 && answer.hasRetryAfter))
    .map(({ what, status, hasRetryAfter, reason }) => `${what}: ${status}${hasRetryAfter ? "" : " at once"} ${reason}`);

export function judgeFailover({ planned, rounds, doubled, lostOrders, exits, failures }: Failover): Finding[] {
  const all = <T>(of: (round: Round) => T[]): T[] => rounds.flatMap(of);
  const longest = Math.max(0, ...all(({ answers }) => answers.map(lengthOf))) / 1_000;
  const whats = [...new Set(rounds.map(({ what }) => what))];
  return [
    atLeast("rounds", rounds.length, planned),
    none(
      "breakdowns without an effect",
      rounds.filter(({ hasBroken }) => !hasBroken).map(({ what }) => what),
    ),
    none("acknowledged writes lost", [...all(({ lost }) => lost), ...lostOrders]),
    none(
      "reads older than the member's own last write",
      all(({ older }) => older),
    ),
    none("double charges", doubled),
    none("processes of the application that ended", exits),
    ...whats.map((what) => {
      const [first, ...more] = rounds.filter((round) => round.what === what);
      const times = [first, ...more].flatMap((round) => (round ? [outageOf(round)] : []));
      return atMost(
        `${what}: served again in all of ${times.length} rounds`,
        Math.max(...times),
        first?.goal ?? 0,
        " s",
      );
    }),
    none("errors other than 503 with Retry-After", all(strangeAnswers)),
    atMost("errors of the evening mix other than 503", Math.max(0, ...rounds.map((round) => round.unexpected)), 0),
    atMost("longest answer", longest, LONGEST_ANSWER, " s"),
    atLeast("fewest acknowledged writes of a round", Math.min(...rounds.map((round) => round.acknowledged)), 100),
    atLeast("fewest orders of a round", Math.min(...rounds.map((round) => round.orders)), 1),
    atMost(
      "slowest answer before a breakdown",
      Math.max(0, ...rounds.map(slowestBefore)) / 1_000,
      SLOWEST_BEFORE,
      " s",
    ),
    none("what ended the drill before its last round", failures),
  ];
}
