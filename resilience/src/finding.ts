/** One figure of a drill beside its goal. */
export interface Finding {
  what: string;
  figure: string;
  goal: string;
  holds: boolean;
}

/** @param value must be at most `goal` */
export function atMost(what: string, value: number, goal: number, unit = ""): Finding {
  return { what, figure: `${shown(value)}${unit}`, goal: `≤ ${shown(goal)}${unit}`, holds: value <= goal };
}

/** @param value must be at least `goal` */
export function atLeast(what: string, value: number, goal: number, unit = ""): Finding {
  return { what, figure: `${shown(value)}${unit}`, goal: `≥ ${shown(goal)}${unit}`, holds: value >= goal };
}

/** Passes when `found` is empty; the figure names the first few. */
export function none(what: string, found: readonly string[]): Finding {
  const named = found.length > 0 ? ` (${found.slice(0, 5).join("; ")})` : "";
  return { what, figure: `${found.length}${named}`, goal: "0", holds: found.length === 0 };
}

/** Prints every figure and ends with `N passed, N failed`. @returns the exit code */
export function report(findings: Finding[]): number {
  for (const { what, figure, goal, holds } of findings) {
    console.log(`${holds ? "ok    " : "FAILED"}  ${what}: ${figure} (goal ${goal})`);
  }
  const failed = findings.filter(({ holds }) => !holds).length;
  console.log(`${findings.length - failed} passed, ${failed} failed`);
  return failed === 0 && findings.length > 0 ? 0 : 1;
}

const shown = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(3))).toLocaleString("en");
