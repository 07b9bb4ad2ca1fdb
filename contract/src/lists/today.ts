import * as z from "zod/mini";
import { VideoCard } from "../catalogue/videos.ts";
import { call } from "../route.ts";

/** Why a video stands in the plan, the most urgent first. */
const TODAY_REASONS = ["resume", "watch_later", "favorites", "playlist", "newcomer", "new"] as const;
export type TodayReason = (typeof TODAY_REASONS)[number];

export const TodayCandidate = z.object({
  video: z.extend(z.pick(VideoCard, { id: true, video_id: true, title: true, thumbnail: true, duration: true }), {
    /** Seconds from which to watch; 0 for a video that is not begun, or finished. */
    position: z.int(),
  }),
  reason: z.enum(TODAY_REASONS),
  /** The title of the playlist that goes on. */
  playlist: z.nullable(z.string()),
  chapters: z.array(z.object({ title: z.string(), time_seconds: z.int() })),
});
export type TodayCandidate = z.output<typeof TodayCandidate>;

export const LearnedDays = z.object({
  /** The present day in Japan. */
  today: z.string(),
  /** Days with watched time, the latest first, at most a year's. */
  days: z.array(z.object({ day: z.string(), seconds: z.int() })),
  /** Of all days. */
  total_seconds: z.int(),
  notes: z.int(),
  /** やってみた記録 */
  practices: z.int(),
});
export type LearnedDays = z.output<typeof LearnedDays>;

export const today = {
  /** The browser chooses among them what fits the member's time. */
  candidates: call("List the videos for a member's next minutes, the most urgent first", {
    response: { 200: z.object({ candidates: z.array(TodayCandidate), has_history: z.boolean() }) },
  }),
  days: call("Read the time that the member watched per day of Japan", { response: { 200: LearnedDays } }),
};
