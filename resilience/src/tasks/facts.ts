/** @throws unless `fact` holds */
export function must(fact: boolean, otherwise: string): void {
  if (!fact) throw new Error(otherwise);
}

/** Compares as JSON. */
export function mustBe(what: string, found: unknown, expected: unknown): void {
  must(
    JSON.stringify(found) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
  );
}

/** Repeats `look` until its value is not undefined. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>, seconds = 60): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} did not come within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
