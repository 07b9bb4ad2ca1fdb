import { expect, test } from "vitest";
import { startAnalyser } from "./start-analyser.ts";

test("an analyser that does not answer in time is ended, and the caller goes on", async () => {
  // Loading the dictionary alone takes longer.
  const analyser = startAnalyser(undefined, 1);
  await expect(analyser.keysOf(["水墨画"])).rejects.toThrow("did not answer");
  await analyser.close();
});

test("an analyser answers each call with the keys of its texts", async () => {
  const analyser = startAnalyser();
  expect((await analyser.keysOf(["水墨画", ""])).map(({ length }) => length > 0)).toEqual([true, false]);
  await analyser.close();
});
