import { describe, expect, it } from "vitest";
import type { TodayCandidate } from "@manabiya/contract/lists/today.ts";
import { chooseOther, choosePlan, joinChapters, lengthOf } from "./choose-plan.ts";

let count = 0;
function candidate(
  duration: number | null,
  {
    position = 0,
    marks = [],
    reason = "watch_later",
  }: { position?: number; marks?: number[]; reason?: TodayCandidate["reason"] } = {},
): TodayCandidate {
  const id = ++count;
  return {
    video: { id, video_id: `v${id}`, title: `動画${id}`, thumbnail: null, duration, position },
    reason,
    playlist: null,
    chapters: marks.map((time_seconds, index) => ({ title: `第${index + 1}章`, time_seconds })),
  };
}
const MINUTE = 60;
const shape = (items: ReturnType<typeof choosePlan>) => items.map(({ video, from, to }) => [video.id, from, to]);

describe("a plan", () => {
  it("goes on from the second where the member stopped, to the ends of chapters", () => {
    const begun = candidate(1200, { position: 250, marks: [0, 200, 500, 800], reason: "resume" });
    expect(choosePlan([begun], 10 * MINUTE).map(({ chapter, from, to }) => [chapter, from, to])).toEqual([
      ["第2章", 250, 500],
      ["第3章", 500, 800],
    ]);
  });

  it("is shown by lessons, and says which go on another time", () => {
    const [begun, whole] = [
      candidate(1200, { position: 250, marks: [0, 200, 500, 800] }),
      candidate(200, { marks: [0, 90] }),
    ];
    const plan = choosePlan([begun, whole], 13 * MINUTE);
    expect(shape(plan)).toHaveLength(4);
    const lessons = (items: typeof plan) =>
      joinChapters(items).map(({ chapter, from, to, isPart }) => [chapter, from, to, isPart]);
    expect(lessons(plan)).toEqual([
      [null, 250, 800, true],
      [null, 0, 200, false],
    ]);
    // A member's own order stays as it is.
    expect(lessons(plan.slice(0, 2).toReversed())).toEqual([
      [null, 500, 800, true],
      [null, 250, 500, true],
    ]);
  });

  it("never exceeds the time, and comes near it, for every length of time", () => {
    const candidates = [
      candidate(1500, { position: 77, marks: [0, 60, 222, 471, 700, 905, 1301], reason: "resume" }),
      candidate(383, { marks: [0, 95, 201] }),
      candidate(2400),
      candidate(null),
      candidate(610, { marks: [0, 340] }),
    ];
    for (let minutes = 1; minutes <= 60; minutes++) {
      const length = lengthOf(choosePlan(candidates, minutes * MINUTE));
      expect(length, `${minutes} minutes`).toBeLessThanOrEqual(minutes * MINUTE);
      expect(length, `${minutes} minutes`).toBeGreaterThan(minutes * MINUTE * 0.85 - 15);
    }
  });

  it("goes on with begun lessons, and never begins a short one that it would cut", () => {
    const [begun, other] = [candidate(300, { position: 72 }), candidate(400, { position: 260 })];
    const short = candidate(88, { marks: [0, 15, 30, 45, 60, 74] });
    expect(shape(choosePlan([begun, other, short], 400))).toEqual([
      [begun.video.id, 72, 300],
      [other.video.id, 260, 400],
    ]);
    expect(shape(choosePlan([begun, other, short], 10 * MINUTE))).toContainEqual([short.video.id, 74, 88]);
  });

  it("prefers what is most urgent among equal videos, and keeps the order of urgency", () => {
    const [first, second, third] = [candidate(300), candidate(300), candidate(300)];
    expect(shape(choosePlan([first, second, third], 10 * MINUTE))).toEqual([
      [first.video.id, 0, 300],
      [second.video.id, 0, 300],
    ]);
  });

  it("takes a part of a video without chapters, and of a chapter that is longer than all the time", () => {
    expect(choosePlan([candidate(3000, { position: 600 })], 5 * MINUTE)).toMatchObject([
      { from: 600, to: 900, isPart: true, chapter: null },
    ]);
    expect(choosePlan([candidate(3000, { marks: [0, 1500] })], 5 * MINUTE)).toMatchObject([
      { from: 0, to: 300, isPart: true, chapter: "第1章" },
    ]);
  });

  it("joins a rest of a few seconds with the next chapter, and leaves out videos without a known end", () => {
    expect(shape(choosePlan([candidate(200, { position: 95, marks: [0, 100] })], 5 * MINUTE))).toMatchObject([
      [expect.any(Number), 95, 200],
    ]);
    expect(choosePlan([candidate(null), candidate(null, { marks: [0, 50] })], 5 * MINUTE)).toEqual([]);
    expect(choosePlan([], 5 * MINUTE)).toEqual([]);
  });
});

describe("another item", () => {
  it("fits the room of the one that it replaces, and is no video of the plan or refused one", () => {
    const [present, swapped, refused, other] = [candidate(300), candidate(400), candidate(390), candidate(380)];
    const all = [present, swapped, refused, other];
    const plan = choosePlan([present, swapped], 12 * MINUTE);
    const offer = chooseOther(all, { plan, index: 1, refused: new Set([refused.video.id]), budget: 12 * MINUTE });
    expect(shape(offer)).toEqual([[other.video.id, 0, 380]]);
    const none = chooseOther([present, swapped], { plan, index: 1, refused: new Set(), budget: 12 * MINUTE });
    expect(none).toEqual([]);
  });

  it.each([
    [149, 1],
    [150, 0],
    [151, 0],
  ])("is the first that fills half of the room: the first candidate has %i of 300 seconds", (seconds, chosen) => {
    const [replaced, first, second] = [candidate(300), candidate(seconds), candidate(290)];
    const all = [replaced, first, second];
    const plan = choosePlan([replaced], 300);
    const offer = chooseOther(all, { plan, index: 0, refused: new Set(), budget: 300 });
    expect(offer[0]?.video.id).toBe([first, second][chosen]?.video.id);
  });

  it("is the first that fits at all if none fills half of the room", () => {
    const [replaced, none, short, other] = [candidate(300), candidate(null), candidate(60), candidate(70)];
    const plan = choosePlan([replaced], 300);
    const offer = chooseOther([replaced, none, short, other], { plan, index: 0, refused: new Set(), budget: 300 });
    expect(shape(offer)).toEqual([[short.video.id, 0, 60]]);
  });
});
