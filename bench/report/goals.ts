import type { Figure } from "../measure/rounds.ts";
import { median } from "../measure/statistics.ts";
import type { Result } from "./result.ts";

/** A figure beside its goal. */
export interface Judged {
  what: string;
  figure: string;
  goal: string;
  met: boolean;
}

const LIST_SHARE = 0.4;
/** Django REST answered 122 lists and 55 homes a second; the list baseline then was 10,500. */
const DJANGO = { list: 122 / 10_500, home: 55 / 10_500 };

const LISTS = ["new videos, first page", "category", "search, seen before", "favourites", "history, first page"];
const GROWTH = [...LISTS, "home", "detail", "login", "favourite", "notice count"];
const CALLS: Record<string, number> = { detail: 2, home: 3, ...Object.fromEntries(LISTS.map((name) => [name, 2])) };

/** Every goal that this result has figures for. */
export function judge(result: Result): Judged[] {
  return [
    ...shares(result),
    ...searches(result),
    ...growth(result),
    ...longHistory(result),
    ...databaseCalls(result),
    ...resourceGoals(result),
  ];
}

const find = (figures: Figure[], name: string) => figures.find((figure) => figure.name === name);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const times = (ratio: number) => `${ratio.toFixed(2)}×`;
const ms = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;

const atLeast = (what: string, value: number, goal: number, write: (value: number) => string): Judged => ({
  what,
  figure: write(value),
  goal: `≥ ${write(goal)}`,
  met: value >= goal,
});

const atMost = (what: string, value: number, goal: number, write: (value: number) => string): Judged => ({
  what,
  figure: write(value),
  goal: `≤ ${write(goal)}`,
  met: value <= goal,
});

function shares({ figures }: Result): Judged[] {
  const lists = figures.filter(({ name }) => LISTS.includes(name));
  const home = find(figures, "home");
  return [
    ...lists.flatMap(({ name, share }) => [
      atLeast(`${name}: share of the list baseline`, share, LIST_SHARE, percent),
      atLeast(`${name}: against Django REST's share of it`, share / DJANGO.list, 25, times),
    ]),
    ...(home ? [atLeast("home: against Django REST's share of it", home.share / DJANGO.home, 30, times)] : []),
  ];
}

function searches({ searches }: Result): Judged[] {
  const all = searches.at(-1);
  if (!all) return [];
  return [
    atMost("search, first time: half of them", all.first.p50, 10, ms),
    atMost("search, first time: 99 of 100", all.first.p99, 200, ms),
    atMost("search, once seen: 99 of 100", all.second.p99, 20, ms),
  ];
}

function growth({ smaller, figures, searches }: Result): Judged[] {
  if (!smaller) return [];
  const calls = GROWTH.flatMap((name) => {
    const [small, large] = [find(smaller.figures, name), find(figures, name)];
    if (!small || !large) return [];
    const what = `${name}: cost against set ${smaller.set}`;
    const ratios = large.bursts.map((perSecond, round) => (small.bursts[round] ?? Number.NaN) / perSecond);
    return [atMost(what, median(ratios), 1.25, times)];
  });
  const absent = (list: Result["searches"]) => list.find(({ kind }) => kind === "absent")?.first.p50;
  const [before, after] = [absent(smaller.searches), absent(searches)];
  const rare =
    before === undefined || after === undefined
      ? []
      : [atMost(`absent search: cost against set ${smaller.set}`, after / before, 1.5, times)];
  return [...calls, ...rare];
}

function longHistory({ figures }: Result): Judged[] {
  const first = find(figures, "longest history, first page");
  const last = find(figures, "longest history, last page");
  if (!first || !last) return [];
  return [atMost("longest history: last page against first", first.perSecond / last.perSecond, 2, times)];
}

function databaseCalls({ databaseCalls }: Result): Judged[] {
  return Object.entries(CALLS).flatMap(([name, most]) => {
    const calls = databaseCalls.get(name);
    return calls === undefined ? [] : [atMost(`${name}: database calls a request`, calls, most, (n) => n.toFixed(2))];
  });
}

function resourceGoals({ memory, secondStart }: Result): Judged[] {
  const megabytes = (value: number) => `${value} MB`;
  return [
    ...(memory.after1000 === null ? [] : [atMost("memory after 1,000 requests", memory.after1000, 250, megabytes)]),
    ...(memory.afterLoad === null ? [] : [atMost("memory after all load", memory.afterLoad, 250, megabytes)]),
    atMost("second start to ready", secondStart, 3, (seconds) => `${seconds.toFixed(1)} s`),
  ];
}
