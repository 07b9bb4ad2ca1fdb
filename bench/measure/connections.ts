import { mixed } from "../calls/calls.ts";
import type { LoadClient, Outcome } from "../load/burst.ts";
import type { Quiet } from "./quiet.ts";
import type { Target } from "./rounds.ts";

export interface LoadLevel extends Outcome {
  /** Such as "32 connections" or "open loop, 50 % of capacity". */
  how: string;
}

const CLOSED = [1, 8, 32, 128];
const OPEN = [0.5, 0.8];
const OPEN_CONNECTIONS = 64;

/** The mix under rising load: closed loops, then open loops at shares of the capacity found. */
export async function measureLoadLevels(
  client: LoadClient,
  { database, server, members }: Target,
  { seconds, quiet }: { seconds: number; quiet: Quiet },
): Promise<LoadLevel[]> {
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
  const loadLevels: LoadLevel[] = [];
  for (const connections of CLOSED) {
    loadLevels.push({ how: `${connections} connections`, ...(await fire(connections)) });
  }
  const capacity = Math.max(...loadLevels.map(({ perSecond }) => perSecond));
  for (const share of OPEN) {
    const rate = Math.max(1, Math.round(capacity * share));
    const outcome = await fire(Math.min(OPEN_CONNECTIONS, rate), rate);
    loadLevels.push({ how: `open loop at ${100 * share} % of capacity`, ...outcome });
  }
  return loadLevels;
}
