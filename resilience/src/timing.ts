// Whether the time of an answer tells that an account exists.
import { contract } from "@manabiya/contract";
import { PASSWORD } from "../../bench/calls/members.ts";
import { clientAddress } from "../../server/test/testing/client-address.ts";
import { atMost, type Finding } from "./finding.ts";
import { openService } from "./service.ts";

const ROUNDS = 80;
/**
 * The chance that of one answer of each kind the slower one is the known account's is 0.5 when nothing can be told.
 * With 80 of each, chance alone stays within 0.15 of it all but once in a thousand times.
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
    atMost(
      `${call}: what the time of an answer tells beyond chance`,
      Math.abs(slower(known, unknown) - 0.5),
      GOAL,
    ),
  );
}

/** The share of pairs in which the first is slower; ties count half. */
export function slower(first: number[], second: number[]): number {
  let sum = 0;
  for (const one of first) for (const other of second) sum += one > other ? 1 : one === other ? 0.5 : 0;
  return sum / (first.length * second.length);
}

export async function prove(): Promise<Finding[]> {
  const service = await openService();
  try {
    const { server, members } = service;
    let place = 0;
    const time = async ({ url }: { url: string }, status: number, body: object) => {
      const began = performance.now();
      const answer = await fetch(server.url + url, {
        method: "POST",
        // From elsewhere each time: the limits must not be what is measured.
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": clientAddress(++place),
        },
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
        // Who goes first takes turns.
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
