import { describe, expect, it } from "vitest";
import { parsePreferences } from "./preferences.ts";

describe("what is remembered of speed and volume", () => {
  it("is what was stored", () => {
    const settings = { rate: 1.5, volume: 0.4, muted: false };
    expect(parsePreferences(JSON.stringify(settings))).toEqual(settings);
  });

  it.each([
    null,
    "",
    "null",
    "{}",
    "[1]",
    '{"rate":0,"volume":1,"muted":false}',
    '{"rate":1,"volume":7,"muted":false}',
    '{"rate":1,"volume":1,"muted":"no"}',
  ])("is nothing when %o is stored", (text) => {
    expect(parsePreferences(text)).toBeNull();
  });
});
