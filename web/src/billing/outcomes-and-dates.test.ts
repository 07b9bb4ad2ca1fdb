import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Sources of the browser by path below `src`. */
async function sources(): Promise<Map<string, string>> {
  const cwd = new URL("..", import.meta.url).pathname;
  const found = new Map<string, string>();
  for await (const path of glob("**/*.{ts,tsx}", { cwd })) {
    if (!path.includes(".test.")) found.set(path, await readFile(cwd + path, "utf8"));
  }
  return found;
}

/** They move money or end something. A repetition of the other calls changes nothing. */
const OPERATIONS =
  /(?:mutation|useWrite)\(contract\.(?:subscription\.(?:create|changePlan|cancel|undoCancel)|profile\.remove|planSchedule\.\w+|checkout\.byInvoice)\b/g;

test("every operation whose answer may be lost reads what became of it", async () => {
  let operations = 0;
  for (const [path, source] of await sources()) {
    const found = source.match(OPERATIONS)?.length ?? 0;
    const checked = source.match(/\buseCheckedMutation\(\{/g)?.length ?? 0;
    expect.soft(found === 0 || checked >= found, path).toBe(true);
    operations += found;
  }
  expect(operations).toBe(9);
});

test("no date of a contract comes from the browser's clock", async () => {
  // It measures how long the page has waited.
  const allowed = ["billing/checkout/use-checkout-status.ts"];
  const readers = [...(await sources())]
    .filter(([path, source]) => path.startsWith("billing/") && /\bDate\.now\b|\bnew Date\(/.test(source))
    .map(([path]) => path);
  expect(readers).toEqual(allowed);
});
