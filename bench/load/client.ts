// The load's own process: takes a volley as a message, fires it with autocannon, answers what came of it.
import autocannon from "autocannon";
import { percentile } from "../measure/statistics.ts";
import type { Outcome, Volley } from "./volley.ts";

process.on("message", (volley: Volley) => {
  fire(volley).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      throw error;
    },
  );
});

async function fire({ url, requests, connections, seconds, rate, settling = 0 }: Volley): Promise<Outcome> {
  const countedFrom = performance.now() + 1_000 * settling;
  const share = Math.ceil(requests.length / connections);
  let next = 0;
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    requests: requests.slice(0, 1),
    ...(rate !== undefined && { overallRate: rate }),
    // Each connection has a part of the list: all of it for each would take half a second to be written, which counts.
    setupClient: (client) => {
      const from = Math.floor((next++ * requests.length) / connections);
      client.setRequests(requests.slice(from, from + share));
    },
  });
  const times: number[] = [];
  const accepted: number[] = [];
  const early: number[] = [];
  const bad = new Map<number, number>();
  instance.on("response", (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    const isGood = status >= 200 && status < 300;
    const isEarly = performance.now() < countedFrom;
    if (!isEarly) times.push(milliseconds);
    if (isGood) (isEarly ? early : accepted).push(milliseconds);
    else bad.set(status, (bad.get(status) ?? 0) + 1);
  });
  const { duration: whole, errors, timeouts } = await instance;
  const duration = whole - settling;
  times.sort((a, b) => a - b);
  accepted.sort((a, b) => a - b);
  early.sort((a, b) => a - b);
  return {
    perSecond: times.length / duration,
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    errors: errors + timeouts + [...bad.values()].reduce((sum, count) => sum + count, 0),
    accepted: accepted.length / duration,
    acceptedP99: percentile(accepted, 0.99),
    settlingP99: percentile(early, 0.99),
    shed: bad.get(503) ?? 0,
  };
}
