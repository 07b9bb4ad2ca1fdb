import { atLeast, atMost, type Finding, none } from "../../finding.ts";

export interface Journeys {
  /** Writes of members that the server acknowledged. */
  acknowledged: number;
  /** Members' answers that failed, and favourites that differ from the acknowledged ones. */
  failures: string[];
  /** Requests of the mix and those without success. */
  requests: number;
  errors: number;
  /** Lines of the logs with an error of the pooler's kind. */
  logged: string[];
}

/** Lines that tell of start-up parameters, prepared statements or a state that the pooler took away. */
const TROUBLE =
  /08P01|42P05|26000|unsupported startup parameter|prepared statement ".*" (already exists|does not exist)/;

export const troubleIn = (...logs: string[]) =>
  logs.flatMap((log) => log.split("\n").filter((line) => TROUBLE.test(line)));

export function judgeJourneys(name: string, seen: Journeys): Finding[] {
  return [
    atLeast(`${name}: writes of members`, seen.acknowledged, 50),
    none(`${name}: members' requests that failed, and lost writes`, seen.failures),
    atLeast(`${name}: requests of the mix`, seen.requests, 200),
    atMost(`${name}: those without success`, seen.errors, 0),
    none(`${name}: lines of 08P01, 42P05 and 26000 in the logs`, seen.logged),
  ];
}

/** A mode of speaking, and its requests a second in each round. */
export interface Priced {
  name: string;
  perSecond: number[];
  errors: number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Ratio to direct connections of the same round. */
export function priceOf({ perSecond }: Priced, direct: Priced): number {
  return median(perSecond.map((figure, round) => figure / (direct.perSecond[round] ?? Number.NaN)));
}

export function judgePrices(priced: Priced[]): Finding[] {
  return priced.map(({ name, errors }) => atMost(`price, ${name}: requests without success`, errors, 0));
}

/** Prints the table that docs/pooler.md holds. */
export function printPrices(priced: Priced[]): void {
  const [direct] = priced;
  if (!direct) return;
  console.log("| PostgreSQL behind | evening mix a second | ratio |\n| --- | --- | --- |");
  for (const each of priced) {
    console.log(`| ${each.name} | ${Math.round(median(each.perSecond))} | ${priceOf(each, direct).toFixed(2)} |`);
  }
}
