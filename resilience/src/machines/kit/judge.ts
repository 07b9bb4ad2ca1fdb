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
