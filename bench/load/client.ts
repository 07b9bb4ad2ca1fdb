// The process of LoadClient: receives a burst as a message, fires it with autocannon and sends the outcome back.
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { percentile } from "../measure/statistics.ts";
import type { Outcome, Burst } from "./burst.ts";

process.on("message", (burst: Burst) => {
  fire(burst).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      throw error;
    },
  );
});

/** Seconds until a burst reaches its rate. */
const RAMP = 1;
/** Groups of connections that start at different moments of the first second. */
const GROUPS = 50;

async function fire({ url, requests, connections, seconds, rate, settling = 0 }: Burst): Promise<Outcome> {
  const lead = rate === undefined ? 0 : RAMP;
  const began = performance.now();
  const countedFrom = began + 1_000 * (lead + settling);
  // Without a rate every request counts, up to the last one.
  const countedTo = rate === undefined ? Infinity : began + 1_000 * (lead + seconds);
  const times: number[] = [];
  const accepted: number[] = [];
  const early: number[] = [];
  let errors = 0;
  let shed = 0;
  let limited = 0;
  const record = (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    const isGood = status >= 200 && status < 300;
    const now = performance.now();
    if (!isGood) errors++;
    if (status === 503) shed++;
    if (status === 429) limited++;
    if (now < countedFrom) {
      if (isGood) early.push(milliseconds);
    } else if (now < countedTo) {
      times.push(milliseconds);
      if (isGood) accepted.push(milliseconds);
    }
  };
  // autocannon sends a second's requests when that second begins, so the groups start at different moments.
  const groups = rate === undefined ? 1 : Math.min(GROUPS, connections);
  const share = Math.ceil(requests.length / connections);
  let next = 0;
  const fireGroup = async (group: number) => {
    const delay = (RAMP * group) / groups;
    await pause(1_000 * delay);
    const instance = autocannon({
      url,
      connections: shareOf(connections, group, groups),
      duration: lead + seconds - delay,
      sampleInt: 100,
      requests: requests.slice(0, 1),
      ...(rate !== undefined && { overallRate: shareOf(rate, group, groups) }),
      // Each connection gets a slice of the list: writing all of it for each would take half a second.
      setupClient: (client) => {
        const from = Math.floor((next++ * requests.length) / connections);
        client.setRequests(requests.slice(from, from + share));
      },
    });
    instance.on("response", record);
    const failed = await instance;
    errors += failed.errors + failed.timeouts;
  };
  await Promise.all(Array.from({ length: groups }, (_, group) => fireGroup(group)));
  const duration = (Math.min(performance.now(), countedTo) - countedFrom) / 1_000;
  times.sort((a, b) => a - b);
  accepted.sort((a, b) => a - b);
  early.sort((a, b) => a - b);
  return {
    perSecond: times.length / duration,
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    errors,
    accepted: accepted.length / duration,
    acceptedP99: percentile(accepted, 0.99),
    settlingP99: percentile(early, 0.99),
    shed,
    limited,
  };
}

/** The integer share of one group, so that all shares add up to `whole`. */
function shareOf(whole: number, group: number, groups: number): number {
  return Math.floor((whole * (group + 1)) / groups) - Math.floor((whole * group) / groups);
}
