import { startOfJapanDay } from "../rules/japan-day.ts";

/** The part of a version that decides when it holds. */
export interface DatedVersion {
  revision: number;
  /** The first day in Japan, such as "2026-12-01". */
  effective_on: string;
  /** When it was published. */
  changed_at: string;
}

export interface Holding<Version> {
  /** Null: nothing was published. */
  inForce: Version | null;
  /** The next of those that wait for their first day. */
  coming: Version | null;
  /** All that hold or held, the newest first. */
  held: Version[];
}

/** The instant from which a version holds, unless it is the first. Milliseconds since 1970. */
export function beginningOf({ changed_at, effective_on }: DatedVersion): number {
  return Math.max(Date.parse(changed_at), startOfJapanDay(effective_on));
}

/**
 * The newest version whose first day has come holds. A version that begins before an older one takes its place, which is
 * how a version that waits is withdrawn. The very first holds at once, because nothing else can.
 * @param versions the newest first
 * @param now milliseconds since 1970
 */
export function holdingAt<Version extends DatedVersion>(versions: readonly Version[], now: number): Holding<Version> {
  const starts = versions.map((version, index) =>
    index === versions.length - 1 ? Date.parse(version.changed_at) : beginningOf(version),
  );
  const holds = (index: number) => starts.every((start, other) => other >= index || start > (starts[index] ?? 0));
  const hasBegun = (index: number) => (starts[index] ?? 0) <= now;
  const held = versions.filter((_, index) => holds(index) && hasBegun(index));
  const waiting = versions.filter((_, index) => holds(index) && !hasBegun(index));
  return { inForce: held[0] ?? null, coming: waiting.at(-1) ?? null, held };
}
