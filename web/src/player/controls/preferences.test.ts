import { describe, expect, it } from "vitest";
import { parsePreferences } from "./preferences.ts";

describe("the stored settings of the player", () => {
  it("are read back", () => {
    const settings = { rate: 1.5, volume: 0.4, muted: false, captions: true, theatre: true, quality: 720 };
    expect(parsePreferences(JSON.stringify(settings))).toEqual(settings);
  });

  it("are read back from a release without captions, theatre mode and qualities", () => {
    const settings = { rate: 1.5, volume: 0.4, muted: false };
    expect(parsePreferences(JSON.stringify(settings))).toEqual({
      ...settings,
      captions: false,
      theatre: false,
      quality: "auto",
    });
  });

  it.each([
    ["audio", "audio"],
    ["auto", "auto"],
    ["4k", "auto"],
    [-1, "auto"],
  ])("name the quality %o as %o", (stored, quality) => {
    const text = JSON.stringify({ rate: 1, volume: 1, muted: false, quality: stored });
    expect(parsePreferences(text)).toMatchObject({ quality });
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
