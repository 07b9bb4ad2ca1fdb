import { atLeast, type Finding, none } from "../finding.ts";
import type { Outcome } from "./target.ts";

export interface Seen {
  name: string;
  what: string;
  /** On the server as it is. */
  real: Outcome;
  /** On the copy with each defect. */
  planted: Outcome[];
}

export function judgeAttacks(seen: Seen[]): Finding[] {
  return seen.flatMap(({ name, what, real, planted }) => [
    atLeast(`${name}: attempts`, real.attempts, 1),
    none(`${name}: ${what}`, real.succeeded === 0 ? [] : [`${real.succeeded} of ${real.attempts} succeeded`]),
    none(
      `${name}: planted defects that it does not find`,
      planted.flatMap(({ succeeded }, index) => (succeeded > 0 ? [] : [`number ${index + 1}`])),
    ),
  ]);
}
