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

/** Seconds. A shorter rest of a chapter is watched with the next one. */
const MIN_LENGTH = 10;
/** Seconds by which a stretch without chapters grows. */
const STRETCH = 60;
/** Seconds. A shorter video is never cut. */
const WHOLE_BELOW = 180;

export const lengthOf = (items: readonly Pick<PlanItem, "from" | "to">[]) =>
  items.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Takes the candidates in their order, begun lessons first, each as far as it fits into the time that is left.
 * @param budget seconds, which the plan never exceeds
 */
export function choosePlan(candidates: readonly TodayCandidate[], budget: number): PlanItem[] {
  const plan: PlanItem[] = [];
  for (const candidate of candidates) plan.push(...beginningOf(candidate, budget - lengthOf(plan)));
  return plan;
}

/** The plan by lessons: the chapters of a video that follow one another are one item. */
export function joinChapters(plan: readonly PlanItem[]): PlanItem[] {
  const lessons: PlanItem[] = [];
  for (const item of plan) {
    const before = lessons.at(-1);
    const goesOn = before?.video.id === item.video.id && before.to === item.from;
    if (goesOn) lessons.pop();
    const isPart = item.isPart || item.to < (item.video.duration ?? 0);
    lessons.push({ ...item, chapter: null, from: goesOn ? before.from : item.from, isPart });
  }
  return lessons;
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

/** The rest of a video, or as much of it as fits: whole chapters, else whole minutes. */
function beginningOf(candidate: TodayCandidate, room: number): PlanItem[] {
  const items = itemsOf(candidate);
  const [first] = items;
  if (!first || lengthOf(items) <= room) return items;
  if ((candidate.video.duration ?? 0) < WHOLE_BELOW) return [];
  const fitting = items.filter((_, index) => lengthOf(items.slice(0, index + 1)) <= room);
  const minutes = Math.floor(room / STRETCH) * STRETCH;
  return fitting.length > 0 || minutes === 0 ? fitting : [{ ...first, to: first.from + minutes, isPart: true }];
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
