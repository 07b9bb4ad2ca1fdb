import { atLeast, type Finding, none } from "../../finding.ts";

export interface Rolled {
  requests: number;
  /** Requests with a status of 500 and more, or whose connection broke. */
  failed: string[];
  acknowledged: number;
  lost: string[];
  endedSessions: string[];
  /** Machines that ended with another code than 0, and errors in their logs. */
  complaints: string[];
}

/** Fewer requests would prove nothing about the moments of a change. */
const LEAST_REQUESTS = 2_000;

export function judgeRolling({ requests, failed, acknowledged, lost, endedSessions, complaints }: Rolled): Finding[] {
  return [
    atLeast("requests while machines changed their release", requests, LEAST_REQUESTS),
    none("failed requests", failed),
    none(`lost writes of ${acknowledged} acknowledged ones`, lost),
    none("sessions that ended", endedSessions),
    none("bad exits and errors in logs", complaints),
  ];
}

/** A planted error must make the same drill fail. */
export function judgePlanted(what: string, findings: Finding[]): Finding {
  const found = findings.filter(({ holds }) => !holds).map(({ what: name, figure }) => `${name}: ${figure}`);
  return {
    what: `planted: ${what}`,
    figure: found.length > 0 ? `found (${found[0]?.slice(0, 120)})` : "not found",
    goal: "found",
    holds: found.length > 0,
  };
}
