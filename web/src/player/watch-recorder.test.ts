import { beforeEach, describe, expect, it } from "vitest";
import type { PlayerEvent } from "./player.ts";
import { createWatchRecorder, type WatchPosition } from "./watch-recorder.ts";

let clock: number;
let views: number;
let positions: WatchPosition[];
let recorder: ReturnType<typeof createWatchRecorder>;

beforeEach(() => {
  clock = 1_000_000;
  views = 0;
  positions = [];
  recorder = createWatchRecorder({
    countView: () => views++,
    savePosition: async (position) => void positions.push(position),
    now: () => clock,
  });
});

/** Advances the player, which reports four times a second. */
function play(from: number, seconds: number): void {
  for (let step = 0; step <= seconds * 4; step++) {
    recorder.handle({ type: "time", seconds: from + step / 4 });
    clock += 250;
  }
}

function tell(...events: PlayerEvent[]): void {
  for (const event of events) recorder.handle(event);
}

const begin: PlayerEvent[] = [{ type: "duration", seconds: 100 }, { type: "ready" }, { type: "playing" }];

describe("views", () => {
  it("are counted when playback first starts, and once only", () => {
    tell({ type: "duration", seconds: 100 }, { type: "ready" });
    expect(views).toBe(0);
    tell({ type: "playing" }, { type: "paused" }, { type: "playing" }, { type: "ended" }, { type: "playing" });
    expect(views).toBe(1);
  });

  it("are not counted when the browser blocks playback", () => {
    tell({ type: "ready" }, { type: "blocked" });
    expect(views).toBe(0);
  });
});

describe("the position", () => {
  it("is saved every ten seconds while the video plays", () => {
    tell(...begin);
    play(0, 35);
    expect(positions.map(({ position }) => position)).toEqual([10, 20, 30]);
    expect(positions[0]).toEqual({ position: 10, duration: 100, is_playing: true });
  });

  it("is saved on a pause, and not again until it changes", () => {
    tell(...begin);
    play(0, 4);
    tell({ type: "paused" }, { type: "paused" });
    clock += 60_000;
    tell({ type: "time", seconds: 4 });
    void recorder.leave();
    expect(positions).toEqual([{ position: 4, duration: 100, is_playing: false }]);
  });

  it("is saved after a jump, and once for a drag along the bar", () => {
    tell(...begin);
    play(0, 2);
    for (const seconds of [20, 40, 60, 80]) {
      tell({ type: "time", seconds });
      clock += 100;
    }
    expect(positions.map(({ position }) => position)).toEqual([20]);
    void recorder.leave();
    expect(positions.map(({ position }) => position)).toEqual([20, 80]);
  });

  it("is saved soon after a jump at the start", () => {
    tell(...begin, { type: "time", seconds: 46 });
    play(46, 2);
    expect(positions.map(({ position }) => position)).toEqual([47]);
  });

  it("says at once that the video stopped or was left, also within the saved second, and plays on in a hidden page", () => {
    tell(...begin);
    play(0, 10);
    tell({ type: "paused" }, { type: "playing" });
    clock += 10_000;
    tell({ type: "time", seconds: 10 });
    recorder.save();
    void recorder.leave();
    expect(positions.map(({ is_playing }) => is_playing)).toEqual([true, false, true, false]);
  });

  it("is the end once the video has ended", () => {
    tell(...begin, { type: "time", seconds: 99.8 }, { type: "ended" });
    expect(positions.at(-1)).toEqual({ position: 100, duration: 100, is_playing: false });
  });

  it("is not saved before the video has played", () => {
    tell({ type: "duration", seconds: 100 }, { type: "ready" }, { type: "time", seconds: 50 });
    void recorder.leave();
    expect(positions).toEqual([]);
  });

  it("is saved if the video fails", () => {
    tell(...begin);
    play(0, 3);
    tell({ type: "failed", failure: "network" });
    expect(positions).toEqual([{ position: 3, duration: 100, is_playing: false }]);
  });
});
