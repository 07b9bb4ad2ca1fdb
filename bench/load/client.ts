// The load's own process: takes a burst as a message, fires it with autocannon, answers what came of it.
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

/** Seconds after which a burst of so many a second is whole. */
const RAMP = 1;
/** In how many parts of each second its requests are sent. */
const PARTS = 50;

async function fire({ url, requests, connections, seconds, rate, settling = 0 }: Burst): Promise<Outcome> {
  const lead = rate === undefined ? 0 : RAMP;
  const began = performance.now();
  const countedFrom = began + 1_000 * (lead + settling);
  // Who asks as soon as they have their answer is counted to the last one.
  const countedTo = rate === undefined ? Infinity : began + 1_000 * (lead + seconds);
  const times: number[] = [];
  const accepted: number[] = [];
  const early: number[] = [];
  let errors = 0;
  let shed = 0;
  const hear = (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    const isGood = status >= 200 && status < 300;
    const now = performance.now();
    if (!isGood) errors++;
    if (status === 503) shed++;
    if (now < countedFrom) {
      if (isGood) early.push(milliseconds);
    } else if (now < countedTo) {
      times.push(milliseconds);
      if (isGood) accepted.push(milliseconds);
    }
  };
  // A connection sends what is its due in a second as soon as the second begins: not all of them at the same time.
  const parts = rate === undefined ? 1 : Math.min(PARTS, connections);
  const share = Math.ceil(requests.length / connections);
  let next = 0;
  const firePart = async (part: number) => {
    const delay = (RAMP * part) / parts;
    await pause(1_000 * delay);
    const instance = autocannon({
      url,
      connections: shareOf(connections, part, parts),
      duration: lead + seconds - delay,
      sampleInt: 100,
      requests: requests.slice(0, 1),
      ...(rate !== undefined && { overallRate: shareOf(rate, part, parts) }),
      // Each connection has a part of the list: all of it for each would take half a second to be written, which counts.
      setupClient: (client) => {
        const from = Math.floor((next++ * requests.length) / connections);
        client.setRequests(requests.slice(from, from + share));
      },
    });
    instance.on("response", hear);
    const failed = await instance;
    errors += failed.errors + failed.timeouts;
  };
  await Promise.all(Array.from({ length: parts }, (_, part) => firePart(part)));
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
  };
}

/** What one of so many parts has of a whole number. */
function shareOf(whole: number, part: number, parts: number): number {
  return Math.floor((whole * (part + 1)) / parts) - Math.floor((whole * part) / parts);
}
