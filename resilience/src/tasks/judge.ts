import { type Finding, none } from "../finding.ts";
import { type Device, DEVICES } from "./operator.ts";
import type { Task } from "./task.ts";
import type { YearTask } from "./year/year.ts";

/** The goal for each act; the last confirmation counts. */
const CLICKS_MAX = 4;

/** One device's way through one task. */
export interface TaskRun {
  title: string;
  device: Device;
  steps: { clicks: number; entries: number; seconds: number }[];
  /** Null: done, and its effect was found. */
  failure: string | null;
}

interface Judged {
  tasks: readonly Pick<Task, "title" | "clicks">[];
  runs: readonly TaskRun[];
}

/** Each task must end well on every device, in few clicks. */
export function judgeTasks({ tasks, runs }: Judged): Finding[] {
  return tasks.map(({ title, clicks: most = CLICKS_MAX }) => {
    const errors = DEVICES.flatMap((device) => {
      const run = runs.find((each) => each.title === title && each.device === device);
      if (run === undefined || (run.steps.length === 0 && run.failure === null)) return [`${device}: not done`];
      if (run.failure !== null) return [`${device}: ${run.failure}`];
      return run.steps.flatMap(({ clicks }) => (clicks > most ? [`${device}: ${clicks} clicks`] : []));
    });
    return none(title, errors);
  });
}

const clicksOf = ({ clicks }: TaskRun["steps"][number]) => String(clicks);

const cellOf =
  (runs: readonly TaskRun[]) => (title: string, device: Device, figure: (step: TaskRun["steps"][number]) => string) =>
    runs
      .find((run) => run.title === title && run.device === device)
      ?.steps.map(figure)
      .join(" + ") ?? "";

export function printTable(runs: readonly TaskRun[], findings: readonly Finding[]): void {
  const cell = cellOf(runs);
  console.log(
    "Clicks are clicks, taps and shortcuts from the dashboard to the end, the last confirmation included. Entries are fields " +
      "typed, choices in lists and files picked. Seconds are a machine's. A task of several acts has a figure for each.\n",
  );
  console.log("| task | clicks: desktop | phone | entries | seconds: desktop | phone | ok |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const { what, holds } of findings) {
    const figures = [
      cell(what, "desktop", clicksOf),
      cell(what, "phone", clicksOf),
      cell(what, "phone", ({ entries }) => String(entries)),
      cell(what, "desktop", ({ seconds }) => seconds.toFixed(1)),
      cell(what, "phone", ({ seconds }) => seconds.toFixed(1)),
    ];
    console.log(`| ${[what, ...figures, holds ? "ok" : "FAILED"].join(" | ")} |`);
  }
}

/** The tasks of a year by number, with the clicks that each took, or the reason why no screen does it. */
export function printYear(year: readonly YearTask[], runs: readonly TaskRun[]): void {
  const cell = cellOf(runs);
  const isDone = (title: string) => runs.filter((run) => run.title === title && run.failure === null).length;
  const onScreens = year.filter(({ done }) => typeof done !== "string" && done.every(({ title }) => isDone(title) > 1));
  console.log(`\n${onScreens.length} of the ${year.length} tasks of a year are wholly on screens:\n`);
  console.log("| # | task of the year | clicks: 1280 px | 360 px | walked as |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const [index, { name, done }] of year.entries()) {
    const titles = typeof done === "string" ? [] : done.map(({ title }) => title);
    const clicks = (device: Device) => titles.map((title) => cell(title, device, clicksOf)).join(", ");
    const walked = typeof done === "string" ? `not on a screen: ${done}` : titles.join(", ");
    console.log(`| ${[index + 1, name, clicks("desktop"), clicks("phone"), walked].join(" | ")} |`);
  }
}
