import type { Figure } from "../measure/rounds.ts";
import { judge } from "./goals.ts";
import type { Result } from "./result.ts";

/** The result as a page of tables. */
export function markdown(result: Result): string {
  const { set, size, machine } = result;
  return `# Set ${set}: ${size}

${machine.day}, ${machine.processor}, ${machine.cores} cores, Node ${machine.node}. Other work on the machine used
${percent(machine.othersBefore)} of it before the run and ${percent(machine.othersAfter)} after it; its host took
up to ${percent(machine.mostStolen)} of it from what counts here, and ${count(machine.repeats)} measurements were made again because it took more. Made by
\`npm run bench\`; 32 connections unless said otherwise, medians of rounds in which everything took turns.

![What each call reaches of the baseline](${set}.svg)

## Goals

${table(
  ["what", "figure", "goal", "met"],
  judge(result).map(({ what, figure, goal, met }) => [what, figure, goal, met ? "yes" : "**no**"]),
)}

## Calls

${calls(result)}

Reads by key: ${count(result.keyReads.pg)} a second through \`pg\` in one process${
    result.keyReads.pgbench === null ? "" : `, ${count(result.keyReads.pgbench)} by pgbench`
  }.

## Searches that nobody has made before, one after the other

${table(
  ["what", "searches", "found (median)", "p50 ms", "p99 ms", "again: p50 ms", "p99 ms"],
  result.searches.map(({ kind, searches, found, first, second }) => [
    kind,
    count(searches),
    count(found),
    ...[first.p50, first.p99, second.p50, second.p99].map(digit),
  ]),
)}

## The mix under rising load

${table(
  ["how", "answered per second", "p99 ms", "turned away", "errors"],
  result.loadLevels.map(({ how, perSecond, p99, shed, errors }) => [
    how,
    count(perSecond),
    digit(p99),
    count(shed),
    count(errors),
  ]),
)}
`;
}

/** The figures of each call beside the baselines. */
export function calls({ baselines, figures, databaseCalls }: Result): string {
  return table(
    [
      "call",
      "per second",
      "of the list baseline",
      "p50 ms",
      "p99 ms",
      "server µs",
      "database µs",
      "database calls",
      "errors",
    ],
    [...baselines, ...figures].map((figure: Figure) => [
      figure.name,
      count(figure.perSecond),
      percent(figure.share),
      digit(figure.p50),
      digit(figure.p99),
      figure.serverCpu === null ? "" : count(figure.serverCpu),
      figure.databaseCpu === null ? "" : count(figure.databaseCpu),
      databaseCalls.get(figure.name)?.toFixed(1) ?? "",
      count(figure.errors),
    ]),
  );
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

const count = (value: number) => Math.round(value).toLocaleString("en");
const digit = (value: number) => value.toFixed(1);
const percent = (share: number) => `${Math.round(100 * share)} %`;
