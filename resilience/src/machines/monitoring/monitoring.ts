// A real Prometheus with the shipped files scrapes the real server under load. Every query of the dashboard must have data,
// and every metric that an alarm reads.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { mixed } from "@manabiya/bench/calls/calls.ts";
import { LoadClient } from "@manabiya/bench/load/burst.ts";
import { root } from "../../../../scripts/quiet-run.mjs";
import { atLeast, type Finding, none } from "../../finding.ts";
import { freePort, openService, SMALL, temporaryFolder } from "../../service.ts";
import { needPackages } from "../packages.ts";
import { Program } from "../program.ts";
import { queriesOfAlarms, queriesOfDashboard, type Query, selectorsOf } from "./queries.ts";

const run = promisify(execFile);

/** Three scrapes and evaluations, 15 s apart. */
const LOAD_SECONDS = 50;

/** Metrics that a healthy machine without that part does not have. */
const OPTIONAL: Record<string, string> = {
  'manabiya_job_succeeded_timestamp_seconds{job="backup"}':
    "only after the first backup; the alarm Jobs missing is for all jobs",
  'manabiya_job_succeeded_timestamp_seconds{job="restore-test"}': "only after the first test of a backup",
  'manabiya_request_seconds_count{route="/api/stripe/webhook/"}': "only when Stripe calls",
};

/** @param plant `renamed`: the dashboard asks for a metric that the server does not have, which the drill must find */
export async function runDrill([plant = ""]: string[]): Promise<Finding[]> {
  await needPackages({ prometheus: "/usr/bin/prometheus" });
  const folder = await temporaryFolder();
  const closing = [() => rm(folder, { recursive: true, force: true })];
  try {
    const text = readFileSync(join(root, "monitoring/dashboard.json"), "utf8");
    const dashboard =
      plant === "renamed" ? text.replaceAll("nodejs_eventloop_lag_p99_seconds", "eventloop_lag_seconds") : text;
    const metricsPort = await freePort();
    const service = await openService(SMALL, { METRICS_PORT: String(metricsPort) });
    closing.unshift(() => service.close());
    const { prometheus, port } = await startPrometheus(folder, metricsPort);
    closing.unshift(() => prometheus.end());
    await prometheus.listens(port);
    const client = new LoadClient();
    closing.unshift(async () => client.close());
    const requests = mixed.requests(service.members, SMALL);
    const load = client.fire({ url: service.server.url, requests, connections: 4, seconds: LOAD_SECONDS, rate: 100 });
    const [{ accepted }, complaints] = await Promise.all([load, promtool()]);
    console.log(`${LOAD_SECONDS} s of load have passed.`);
    await pause(1_000);
    const ask = new Asker(`http://127.0.0.1:${port}/api/v1`);
    const alarms = queriesOfAlarms(await ask.rules());
    const panels = queriesOfDashboard(dashboard);
    return [
      none("promtool: complaints about the shipped files", complaints),
      atLeast("answers a second under load", accepted, 20),
      none(`queries of the dashboard without data, of ${panels.length}`, await ask.empty(panels)),
      none(`alarms whose metrics do not exist, of ${alarms.length}`, await ask.unknown(alarms)),
      atLeast("alarms that Prometheus evaluates", alarms.length, 20),
      none("alarms that fire though nothing is wrong", await ask.firing()),
    ];
  } finally {
    for (const step of closing) await step();
  }
}

async function startPrometheus(folder: string, metricsPort: number): Promise<{ prometheus: Program; port: number }> {
  const port = await freePort();
  const shipped = readFileSync(join(root, "monitoring/prometheus.yml"), "utf8");
  writeFileSync(join(folder, "prometheus.yml"), shipped.replace('"127.0.0.1:9464"', `"127.0.0.1:${metricsPort}"`));
  cpSync(join(root, "monitoring/alarms.yaml"), join(folder, "alarms.yaml"));
  mkdirSync(join(folder, "metrics"));
  const words = [
    "--config.file=prometheus.yml",
    "--storage.tsdb.path=metrics",
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const prometheus = new Program("prometheus", words, { logFile: join(folder, "prometheus.log"), folder });
  prometheus.start();
  return { prometheus, port };
}

/** Checks the shipped files. @returns the complaints */
async function promtool(): Promise<string[]> {
  const commands = [
    ["check", "config", "prometheus.yml"],
    ["check", "rules", "alarms.yaml"],
    ["test", "rules", "alarms.test.yaml"],
  ];
  const checks = commands.map((words) =>
    run("promtool", words, { cwd: join(root, "monitoring") }).then(
      () => [],
      ({ stderr }: { stderr: string }) => [`promtool ${words.join(" ")}: ${stderr.trim()}`],
    ),
  );
  return (await Promise.all(checks)).flat();
}

class Asker {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async rules(): Promise<Parameters<typeof queriesOfAlarms>[0]> {
    return (await this.#get("/rules")) as Parameters<typeof queriesOfAlarms>[0];
  }

  async firing(): Promise<string[]> {
    const { alerts } = (await this.#get("/alerts")) as { alerts: { state: string; labels: { alertname: string } }[] };
    return alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
  }

  /** The panels whose query has no data, or no number. */
  async empty(queries: Query[]): Promise<string[]> {
    const answers = await Promise.all(
      queries.map(async (query) => ({ ...query, values: await this.#values(query.expression) })),
    );
    return answers
      .filter(({ values }) => !values.some(Number.isFinite))
      .map(({ owner, expression }) => `${owner}: ${expression}`);
  }

  async unknown(queries: Query[]): Promise<string[]> {
    const wanted = queries.flatMap(({ owner, expression }) =>
      selectorsOf(expression).map((selector) => ({ owner, selector })),
    );
    const needed = wanted.filter(
      ({ selector }) => !(selector in OPTIONAL) && !(selector.replace(/\{\}$/, "") in OPTIONAL),
    );
    const found = await Promise.all(
      needed.map(async (each) => ({ ...each, values: await this.#values(each.selector) })),
    );
    return found.filter(({ values }) => values.length === 0).map(({ owner, selector }) => `${owner}: ${selector}`);
  }

  async #values(expression: string): Promise<number[]> {
    const answer = (await this.#get(`/query?query=${encodeURIComponent(expression)}`)) as {
      result: { value: [number, string] }[];
    };
    return answer.result.map(({ value: [, text] }) => Number(text));
  }

  async #get(path: string): Promise<object> {
    const { status, data, error } = (await (await fetch(`${this.#url}${path}`)).json()) as {
      status: string;
      data: object;
      error?: string;
    };
    if (status !== "success") throw new Error(`${path}: ${error}`);
    return data;
  }
}
