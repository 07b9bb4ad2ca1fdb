import { describe, expect, it } from "vitest";
import { isUnfinished, resumeAt } from "./resume.ts";

describe("resuming playback", () => {
  it.each([
    { position: null, duration: 600, start: 0, why: "never started" },
    { position: 4, duration: 600, start: 0, why: "stopped within the first seconds" },
    { position: 5, duration: 600, start: 5, why: "a few seconds in" },
    { position: 300, duration: 600, start: 300, why: "in the middle" },
    { position: 569, duration: 600, start: 569, why: "just before 95 %" },
    { position: 570, duration: 600, start: 0, why: "95 % are watched" },
    { position: 600, duration: 600, start: 0, why: "at the end" },
    { position: 73, duration: 84, start: 73, why: "a short one, eleven seconds before its end" },
    { position: 74, duration: 84, start: 0, why: "a short one in its last ten seconds" },
    { position: 300, duration: null, start: 300, why: "the length is not known" },
  ])("starts at $start: $why", ({ position, duration, start }) => {
    expect(resumeAt(position, duration)).toBe(start);
    expect(isUnfinished(position, duration)).toBe(start > 0);
  });
});
