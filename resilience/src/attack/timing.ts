// The response time must not reveal whether an account exists.
import { contract } from "@manabiya/contract";
import { PASSWORD } from "@manabiya/bench/calls/members.ts";
import { clientAddress } from "@manabiya/server/test/testing/client-address.ts";
import { atMost, type Finding } from "../finding.ts";
import { openService } from "../service.ts";

const ROUNDS = 80;
/**
 * The probability that a known account's answer is slower than an unknown one's is 0.5 when nothing can be told.
 * With 80 answers of each kind, chance alone deviates by more than 0.15 once in a thousand runs.
 */
const GOAL = 0.15;

export interface Timing {
  call: string;
  /** Milliseconds of each answer. */
  known: number[];
  unknown: number[];
}

export function judgeTiming(timings: Timing[]): Finding[] {
  return timings.map(({ call, known, unknown }) =>
    atMost(`${call}: information in the response time beyond chance`, Math.abs(slower(known, unknown) - 0.5), GOAL),
  );
}

/** The share of pairs in which the first is slower; ties count half. */
export function slower(first: number[], second: number[]): number {
  let sum = 0;
  for (const one of first) for (const other of second) sum += one > other ? 1 : one === other ? 0.5 : 0;
  return sum / (first.length * second.length);
}

export async function runDrill(): Promise<Finding[]> {
  const service = await openService();
  try {
    const { server, members } = service;
    let network = 0;
    const time = async ({ url }: { url: string }, status: number, body: object) => {
      const began = performance.now();
      const answer = await fetch(server.url + url, {
        method: "POST",
        // Another address each time keeps the rate limits out of the measurement.
        headers: { "content-type": "application/json", "x-forwarded-for": clientAddress(++network) },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`);
      return performance.now() - began;
    };
    const calls: [string, (email: string) => Promise<number>][] = [
      ["login", (email) => time(contract.auth.login, 401, { email, password: `${PASSWORD}, wrong` })],
      ["asking for a new password", (email) => time(contract.auth.requestPasswordReset, 200, { email })],
    ];
    const timings: Timing[] = [];
    for (const [call, ask] of calls) {
      const timing: Timing = { call, known: [], unknown: [] };
      for (let round = -5; round < ROUNDS; round++) {
        const known = () => ask(members.email(round + 6));
        const unknown = () => ask(`nobody-${call.length}-${round + 6}@example.com`);
        // The order alternates, so that neither kind always profits from the other's warm-up.
        const [one, other] = round % 2 === 0 ? [known, unknown] : [unknown, known];
        const [first, second] = [await one(), await other()];
        if (round < 0) continue;
        timing.known.push(round % 2 === 0 ? first : second);
        timing.unknown.push(round % 2 === 0 ? second : first);
      }
      timings.push(timing);
    }
    return judgeTiming(timings);
  } finally {
    await service.close();
  }
}
