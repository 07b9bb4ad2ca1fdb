import { describe, expect, it } from "vitest";
import { firstPhase, nextPhase, type Phase } from "./phase.ts";

describe("the player's phase", () => {
  it.each([
    ["youtube", "UXqq0ZvbOnk", null, "starting"],
    ["youtube", null, null, "failed"],
    ["file", "ai.webm", "/media/films/1.2.3/ai.webm/ai.webm", "starting"],
    ["file", "ai.webm", null, "failed"],
  ] as const)("of a %s video with id %s and address %s is first: %s", (host, video_id, source_url, name) => {
    expect(firstPhase({ host, video_id, source_url, stream: null }).name).toBe(name);
  });

  it("of a film whose original is gone is: starting", () => {
    const stream = { url: "/media/films/1.2.3/ai.mp4/main.m3u8", pictures: null };
    expect(firstPhase({ host: "file", video_id: "ai.webm", source_url: null, stream }).name).toBe("starting");
  });

  it("is 再生する until the video plays", () => {
    const blocked = nextPhase({ name: "starting" }, { type: "blocked" });
    expect(blocked).toEqual({ name: "blocked" });
    expect(nextPhase(blocked, { type: "playing" })).toEqual({ name: "playing" });
  });

  it("stays ended if a host pauses after the end", () => {
    const ended: Phase = { name: "ended" };
    expect(nextPhase(ended, { type: "paused" })).toBe(ended);
    expect(nextPhase(ended, { type: "playing" })).toEqual({ name: "playing" });
  });

  it("stays failed whatever the player reports later", () => {
    const failed = nextPhase({ name: "playing" }, { type: "failed", failure: "removed" });
    expect(failed).toEqual({ name: "failed", failure: "removed" });
    expect(nextPhase(failed, { type: "playing" })).toBe(failed);
  });

  it("does not change with the time", () => {
    const playing: Phase = { name: "playing" };
    expect(nextPhase(playing, { type: "time", seconds: 3 })).toBe(playing);
    expect(nextPhase(playing, { type: "playing" })).toBe(playing);
  });
});
