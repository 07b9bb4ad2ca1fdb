import type { TodayCandidate, TodayReason } from "@manabiya/contract/lists/today.ts";

/** A chapter, or a stretch of a video. Times are seconds of the video, whatever speed the player has. */
export interface PlanItem {
  video: TodayCandidate["video"];
  /** Null: the video has no chapters. */
  chapter: string | null;
  from: number;
  to: number;
  /** The video or the chapter goes on after `to`. */
  isPart: boolean;
  reason: TodayReason;
  playlist: string | null;
}

/** Seconds by which the choice reckons. */
const STEP = 5;
/** Seconds. A shorter rest of a chapter is watched with the next one. */
const MIN_LENGTH = 10;
/** Seconds by which a stretch without chapters grows. */
const STRETCH = 60;
/** How much less a second counts for each candidate before it, and for the last ones. */
const URGENCY_LOSS = 0.03;
const URGENCY_MIN = 0.7;
/** Seconds that another video must be worth, at most. */
const CHANGE_COST = 20;

export const lengthOf = (items: readonly Pick<PlanItem, "from" | "to">[]) =>
  items.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Chooses the beginnings of videos that fill the time best and never exceed it. Candidates come with the most urgent first,
 * and their seconds count more. This is the knapsack problem, solved by dynamic programming.
 * @param budget seconds
 */
export function choosePlan(candidates: readonly TodayCandidate[], budget: number): PlanItem[] {
  const capacity = Math.floor(budget / STEP);
  let best = new Float64Array(capacity + 1);
  const choices = candidates.map((candidate, index) => {
    const beginnings = beginningsOf(candidate, budget);
    const urgency = Math.max(URGENCY_MIN, 1 - index * URGENCY_LOSS);
    const next = best.slice();
    const chosen = new Int16Array(capacity + 1).fill(-1);
    for (const [number, items] of beginnings.entries()) {
      const seconds = lengthOf(items);
      const size = Math.ceil(seconds / STEP);
      const value = seconds * urgency - Math.min(CHANGE_COST, seconds / 4);
      for (let room = size; room <= capacity; room++) {
        const total = (best[room - size] ?? 0) + value;
        if (total <= (next[room] ?? 0)) continue;
        next[room] = total;
        chosen[room] = number;
      }
    }
    best = next;
    return { beginnings, chosen };
  });
  let room = capacity;
  return choices
    .toReversed()
    .map(({ beginnings, chosen }) => {
      const items = beginnings[chosen[room] ?? -1] ?? [];
      room -= Math.ceil(lengthOf(items) / STEP);
      return items;
    })
    .toReversed()
    .flat();
}

/** Other items in place of one, from a video that the plan lacks and the member did not refuse; empty: there is none. */
export function chooseOther(
  candidates: readonly TodayCandidate[],
  {
    plan,
    index,
    refused,
    budget,
  }: { plan: readonly PlanItem[]; index: number; refused: ReadonlySet<number>; budget: number },
): PlanItem[] {
  const room = budget - lengthOf(plan.filter((_, other) => other !== index));
  const offers = candidates
    .filter(({ video }) => !refused.has(video.id) && plan.every((item) => item.video.id !== video.id))
    .map((candidate) => choosePlan([candidate], room));
  return offers.find((items) => lengthOf(items) >= room / 2) ?? offers.find((items) => items.length > 0) ?? [];
}

/** The ways to begin with a video that fit, each with one item more or a longer one. */
function beginningsOf(candidate: TodayCandidate, budget: number): PlanItem[][] {
  const items = itemsOf(candidate);
  const [first] = items;
  if (!first) return [];
  // Also a chapter that is longer than all the time.
  if (first.chapter === null || first.to - first.from > budget) {
    const beginnings = [];
    for (let to = first.from + STRETCH; to < first.to && to - first.from <= budget; to += STRETCH) {
      beginnings.push([{ ...first, to, isPart: true }]);
    }
    if (first.to - first.from <= budget) beginnings.push([first]);
    return beginnings;
  }
  return items.map((_, index) => items.slice(0, index + 1)).filter((beginning) => lengthOf(beginning) <= budget);
}

/** The chapters from the member's position on, or the rest of the video. The end of a video must be known. */
function itemsOf({ video, chapters, reason, playlist }: TodayCandidate): PlanItem[] {
  const end = video.duration ?? 0;
  const base = { video, reason, playlist, isPart: false };
  if (end <= video.position) return [];
  const items: PlanItem[] = [];
  let from = video.position;
  for (const [index, chapter] of chapters.entries()) {
    const to = Math.min(chapters[index + 1]?.time_seconds ?? end, end);
    if (to - from < MIN_LENGTH && to < end) continue;
    if (to > from) items.push({ ...base, chapter: chapter.title, from, to });
    from = Math.max(from, to);
  }
  return chapters.length === 0 ? [{ ...base, chapter: null, from, to: end }] : items;
}
