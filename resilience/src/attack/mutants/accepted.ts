/** A defect that no test needs to find, and why. `from` and `to`: the lines before and after, with single spaces. */
export interface Accepted {
  file: string;
  from: string;
  to: string;
  why: string;
}

const TIME_CODE = {
  file: "contract/src/rules/time-code.ts",
  from: 'if (!Number.isFinite(seconds) || seconds < 0) return "00:00";',
};

export const ACCEPTED: readonly Accepted[] = [
  {
    ...TIME_CODE,
    to: 'if (!Number.isFinite(seconds) || seconds <= 0) return "00:00";',
    why: "Zero is shown as 00:00 by the rest of the function too.",
  },
  {
    ...TIME_CODE,
    to: 'if (!Number.isFinite(seconds) || seconds < 1) return "00:00";',
    why: "A part of a second is rounded down to 00:00 by the rest of the function too.",
  },
];
