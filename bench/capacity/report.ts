import { simulate } from "./simulate.ts";

const STEPS = [1_000, 100_000, 10_000_000];

const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(2)).toLocaleString("en");

const gigabytes = (bytes: number) => `${figure(bytes / 1e9)} GB`;

/** The month of each step as tables in Markdown. */
export function capacityReport(): string {
  const months = STEPS.map(simulate);
  const row = (what: string, pick: (month: (typeof months)[number]) => string) =>
    `| ${what} | ${months.map(pick).join(" | ")} |`;
  const tables = Object.keys(months[0]?.growth ?? {}) as (keyof (typeof months)[number]["growth"])[];
  return [
    row("members", ({ members }) => members.toLocaleString("en")),
    "| --- | ---: | ---: | ---: |",
    row("busiest hour (day of the month, hour)", ({ peakAt }) => `${peakAt.day + 1}, ${peakAt.hour}:00`),
    row("watching at the same time", ({ peak }) => figure(peak.watching)),
    row("requests a second", ({ peak }) => figure(peak.requestsASecond)),
    row("server cores busy", ({ peak }) => figure(peak.serverCores)),
    row("database cores busy", ({ peak }) => figure(peak.databaseCores)),
    row("server cores to have", ({ cores }) => figure(cores.server)),
    row("database cores to have", ({ cores }) => figure(cores.database)),
    row("films, Gbit/s", ({ peak }) => figure(peak.videoMegabits / 1_000)),
    row("answers, Mbit/s", ({ peak }) => figure(peak.answerMegabits)),
    row("requests of the month, millions", ({ requests }) => figure(requests / 1e6)),
    row("films of the month, TB", ({ videoTerabytes }) => figure(videoTerabytes)),
    row("sign-ups", ({ signUps }) => figure(signUps)),
    row("renewals", ({ renewals }) => figure(renewals)),
    row("mails", ({ mails }) => figure(mails)),
    row("longest mailing, days at 10 mails/s", ({ mailingDays }) => figure(mailingDays)),
    row("database grows by", ({ growthBytes }) => gigabytes(growthBytes)),
    ...tables.map((table) => row(`of it ${table}`, ({ growth }) => gigabytes(growth[table].bytes))),
  ].join("\n");
}
