/** The values that are not among the expected ones. */
export function foreign(values: readonly (string | number)[], expected: readonly (string | number)[]): string[] {
  return values.filter((value) => !expected.includes(value)).map(String);
}

/** The figure of `systemd-analyze security`, from 0 to 10; infinite without one. */
export function exposureOf(output: string): number {
  const [, figure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output) ?? [];
  return figure === undefined ? Number.POSITIVE_INFINITY : Number(figure);
}
