/** A defect that no test needs to find, and why. `from` and `to`: the lines before and after, with single spaces. */
export interface Accepted {
  file: string;
  from: string;
  to: string;
  why: string;
}

export const ACCEPTED: readonly Accepted[] = [];
