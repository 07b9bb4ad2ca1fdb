import { atMost, type Finding, none } from "../../finding.ts";
import type { Report } from "./visitor.ts";

/** The values that are not among the expected ones. */
export function foreign(values: readonly (string | number)[], expected: readonly (string | number)[]): string[] {
  return values.filter((value) => !expected.includes(value)).map(String);
}

/** The figure of `systemd-analyze security`, from 0 to 10; infinite without one. */
export function exposureOf(output: string): number {
  const [, figure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output) ?? [];
  return figure === undefined ? Number.POSITIVE_INFINITY : Number(figure);
}

/** The lines of `manage check` that say `wrong`. */
export function wrongOf(answer: string): string[] {
  const lines = answer.split("\n").filter((line) => /^(?:ok|wrong|look yourself)\b/.test(line));
  if (lines.length < 40) return [`it printed ${lines.length} lines: ${answer.slice(-300)}`];
  return lines.filter((line) => line.startsWith("wrong"));
}

/** Lines `NAME=VALUE` of a program, by name. */
export function valuesOf(output: string): Record<string, string> {
  const matches = [...output.matchAll(/^([\w-]+)=(.*)$/gm)];
  return Object.fromEntries(matches.map(([, name = "", value = ""]) => [name, value]));
}

/** The names whose value is not the expected one. */
export function differences(found: Record<string, string>, expected: Record<string, string>): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    found[name] === value ? [] : [`${name}: ${found[name] ?? "missing"}, not ${value}`],
  );
}

/** The rotation of one secret, as it was seen from outside. */
export interface Rotation {
  secret: string;
  /** Of the member who was signed in throughout. */
  seen: Report;
  endsSessions: boolean;
  /** Uses of the old secret that still succeed; null: it may still be used, or the session tells. */
  oldOpens: string[] | null;
  /** Uses of the new secret that fail. */
  newRefused: string[];
}

/** Seconds. A restart takes some, and the visitor's share of a busy machine more. */
const RESTART = 30;

export function judgeRotation({ secret, seen, endsSessions, oldOpens, newRefused }: Rotation): Finding[] {
  const session = seen.isSignedIn === endsSessions ? [`the session ${endsSessions ? "goes on" : "ended"}`] : [];
  const calm = seen.requests === 0 ? ["the member made no request"] : seen.failed;
  return [
    ...(oldOpens === null ? [] : [none(`${secret}: what the old one still opens`, oldOpens)]),
    none(`${secret}: what the new one does not open, or sessions that differ from the page`, [
      ...newRefused,
      ...session,
    ]),
    none(`${secret}: failed requests of a member, of ${seen.requests}`, calm),
    atMost(`${secret}: seconds of 503 with Retry-After`, seen.busySeconds, RESTART),
  ];
}
