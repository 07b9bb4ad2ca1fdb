import { type Finding, none } from "../finding.ts";
import { type Device, DEVICES } from "./operator.ts";

/** The goal; the last confirmation counts. */
const CLICKS_MAX = 4;

/** One device's way through one task. */
export interface TaskRun {
  title: string;
  device: Device;
  steps: { clicks: number; entries: number; seconds: number }[];
  /** Null: done, and its effect was found. */
  failure: string | null;
}

/** Each task must end well on every device, in few clicks. */
export function judgeTasks({ titles, runs }: { titles: readonly string[]; runs: readonly TaskRun[] }): Finding[] {
  return titles.map((title) => {
    const errors = DEVICES.flatMap((device) => {
      const run = runs.find((each) => each.title === title && each.device === device);
      if (run === undefined || (run.steps.length === 0 && run.failure === null)) return [`${device}: not done`];
      if (run.failure !== null) return [`${device}: ${run.failure}`];
      return run.steps.flatMap(({ clicks }) => (clicks > CLICKS_MAX ? [`${device}: ${clicks} clicks`] : []));
    });
    return none(title, errors);
  });
}

export function printTable(runs: readonly TaskRun[], findings: readonly Finding[]): void {
  const cell = (title: string, device: Device, figure: (step: TaskRun["steps"][number]) => string) =>
    runs
      .find((run) => run.title === title && run.device === device)
      ?.steps.map(figure)
      .join(" + ") ?? "";
  console.log(
    "Clicks are clicks, taps and shortcuts from the dashboard to the end, the last confirmation included. Entries are fields " +
      "typed, choices in lists and files picked. Seconds are a machine's. A task of several acts has a figure for each.\n",
  );
  console.log("| task | clicks: desktop | phone | entries | seconds: desktop | phone | ok |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const { what, holds } of findings) {
    const figures = [
      cell(what, "desktop", ({ clicks }) => String(clicks)),
      cell(what, "phone", ({ clicks }) => String(clicks)),
      cell(what, "phone", ({ entries }) => String(entries)),
      cell(what, "desktop", ({ seconds }) => seconds.toFixed(1)),
      cell(what, "phone", ({ seconds }) => seconds.toFixed(1)),
    ];
    console.log(`| ${[what, ...figures, holds ? "ok" : "FAILED"].join(" | ")} |`);
  }
}
