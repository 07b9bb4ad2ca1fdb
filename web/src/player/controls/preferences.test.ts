import { describe, expect, it } from "vitest";
import { parsePreferences } from "./preferences.ts";

describe("the stored settings of the player", () => {
  it("are read back", () => {
    const settings = { rate: 1.5, volume: 0.4, muted: false, captions: true, theatre: true };
    expect(parsePreferences(JSON.stringify(settings))).toEqual(settings);
  });

  it("are read back from a release without captions and theatre mode", () => {
    const settings = { rate: 1.5, volume: 0.4, muted: false };
    expect(parsePreferences(JSON.stringify(settings))).toEqual({ ...settings, captions: false, theatre: false });
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
  ])("are ignored if %o is stored", (text) => {
    expect(parsePreferences(text)).toBeNull();
  });
});
