import { mixed } from "../calls/calls.ts";
import type { LoadClient, Outcome } from "../load/burst.ts";
import type { Quiet } from "./quiet.ts";
import type { Target } from "./rounds.ts";

export interface Pressure extends Outcome {
  /** Such as "32 connections" or "open loop, 50 % of capacity". */
  how: string;
}

const CLOSED = [1, 8, 32, 128];
const OPEN = [0.5, 0.8];
const OPEN_CONNECTIONS = 64;

/** The mix under rising load: closed loops, then open loops at shares of the capacity found. */
export async function pressMix(
  client: LoadClient,
  { database, server, members }: Target,
  { seconds, quiet }: { seconds: number; quiet: Quiet },
): Promise<Pressure[]> {
  const fire = async (connections: number, rate?: number) => {
    const burst = {
      url: server.url,
      requests: mixed.requests(members, database.set),
      connections,
      seconds,
      ...(rate !== undefined && { rate }),
    };
    const outcome = await quiet.measure(() => client.fire(burst));
    // A 503 under overload counts neither as an error nor as an answer.
    const { accepted, acceptedP99, shed } = outcome;
    return { ...outcome, perSecond: accepted, p99: acceptedP99, errors: outcome.errors - shed };
  };
  const pressures: Pressure[] = [];
  for (const connections of CLOSED) {
    pressures.push({ how: `${connections} connections`, ...(await fire(connections)) });
  }
  const capacity = Math.max(...pressures.map(({ perSecond }) => perSecond));
  for (const share of OPEN) {
    const rate = Math.max(1, Math.round(capacity * share));
    const outcome = await fire(Math.min(OPEN_CONNECTIONS, rate), rate);
    pressures.push({ how: `open loop at ${100 * share} % of capacity`, ...outcome });
  }
  return pressures;
}
