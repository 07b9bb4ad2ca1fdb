import { expect, test } from "vitest";
import { analyse } from "./analyse.ts";

test("an analyser that does not answer in time is ended, and the caller goes on", async () => {
  // Loading the dictionary alone takes longer.
  await expect(analyse(["水墨画".repeat(100_000)], undefined, 1)).rejects.toMatchObject({ killed: true });
});

test("a run that is cut off ends its process", async () => {
  const stop = new AbortController();
  const running = analyse(["水墨画"], stop.signal);
  stop.abort();
  await expect(running).rejects.toThrow("aborted");
});
