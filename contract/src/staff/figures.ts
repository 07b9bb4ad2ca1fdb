import * as z from "zod/mini";
import { Page, paged } from "../paging.ts";
import { acrossFields } from "../across-fields.ts";
import { byKey, call } from "../route.ts";
import { countDays } from "../rules/japan-day.ts";
import { VideoParams } from "../catalogue/videos.ts";

/** Days of a range, at most. */
export const FIGURE_DAYS_MAX = 1_100;

const DAY_ERROR = "2000年から2999年までの日付を入力してください。";
/** Days far from the service's own would leave the four digits of a year. */
const Day = z
  .string({ error: DAY_ERROR })
  .check(z.iso.date({ error: DAY_ERROR }), z.regex(/^2/, { error: DAY_ERROR }), z.meta({ examples: ["2026-11-01"] }));

interface Given {
  from?: string | undefined;
  to?: string | undefined;
  days: number;
}

/**
 * Days in Japan, both included, or the last so many days until today. The range before has as many days and ends the day
 * before.
 */
const Range = z
  .object({
    from: z.optional(Day),
    to: z.optional(Day),
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(FIGURE_DAYS_MAX)), 30),
  })
  .check(
    acrossFields<Given>(
      isAnyRange((days) => days >= 1),
      { path: "to", error: "終了日には、開始日以降の日付を入力してください。" },
    ),
    acrossFields<Given>(
      isAnyRange((days) => days <= FIGURE_DAYS_MAX),
      { path: "to", error: `期間は${FIGURE_DAYS_MAX}日以内にしてください。` },
    ),
  );

/** A range without a valid day is judged by the fields' own checks. */
function isAnyRange(holds: (days: number) => boolean) {
  return ({ from, to }: Partial<Record<keyof Given, unknown>>) => {
    if (typeof from !== "string" || typeof to !== "string") return true;
    const days = countDays(from, to);
    return Number.isNaN(days) || holds(days);
  };
}

const count = z.int();

/** Figures of one day. `members` and `monthly_revenue` are those at its end. */
export const MemberDay = z.object({
  day: z.string(),
  signups: count,
  trials: count,
  first_paid: count,
  started: count,
  ended: count,
  members: count,
  /** Yen without tax. */
  monthly_revenue: count,
});
export type MemberDay = z.infer<typeof MemberDay>;

export const MemberTotals = z.object({
  signups: count,
  trials: count,
  first_paid: count,
  started: count,
  ended: count,
  members_before: count,
  members: count,
  monthly_revenue: count,
  /** `ended` as a fraction of `members_before`; null: there were none. */
  churn: z.nullable(z.number()),
});
export type MemberTotals = z.infer<typeof MemberTotals>;

export const Cohort = z.object({
  /** Such as "2026-11". */
  month: z.string(),
  signups: count,
  first_paid: count,
  /** Paying members at the end of the month of the sign-up and of each following month. */
  members: z.array(count),
});
export type Cohort = z.infer<typeof Cohort>;

export const VideoFigures = z.object({
  id: count,
  /** Null: the video was deleted for good. */
  title: z.nullable(z.string()),
  views: count,
  watch_seconds: count,
  favorites_added: count,
  favorites_removed: count,
});
export type VideoFigures = z.infer<typeof VideoFigures>;

export const SearchTerm = z.object({ term: z.string(), searches: count, without_result: count });
export type SearchTerm = z.infer<typeof SearchTerm>;

const Csv = z.string();

export const figures = byKey("figures", {
  /** Sources are those of the range, most sign-ups first. Cohorts are the twelve months that end with the range. */
  members: call("Get figures of sign-ups, members and revenue", {
    querystring: Range,
    response: {
      200: z.object({
        /** The last day whose figures are final; null: none. */
        closed_until: z.nullable(z.string()),
        days: z.array(MemberDay),
        current: MemberTotals,
        previous: MemberTotals,
        sources: z.array(z.object({ source: z.string(), signups: count, trials: count, first_paid: count })),
        cohorts: z.array(Cohort),
      }),
    },
  }),
  /** Longest watch time first. */
  videos: call("List figures of videos", {
    querystring: z.safeExtend(Range, { page: Page }),
    response: { 200: paged(VideoFigures) },
  }),
  /** `watched`: seconds of each twentieth of the video. */
  video: call("Get figures of one video", {
    params: VideoParams,
    querystring: Range,
    response: {
      200: z.object({
        title: z.nullable(z.string()),
        days: z.array(z.object({ day: z.string(), views: count, watch_seconds: count })),
        current: VideoFigures,
        previous: VideoFigures,
        watched: z.array(count),
      }),
    },
  }),
  /** Keywords that enough members searched for, most frequent first: all, and those without result. At most 100 each. */
  searches: call("Get figures of searches", {
    querystring: Range,
    response: {
      200: z.object({
        days: z.array(z.object({ day: z.string(), searches: count, without_result: count })),
        current: z.object({ searches: count, without_result: count }),
        previous: z.object({ searches: count, without_result: count }),
        terms: z.array(SearchTerm),
        missing: z.array(SearchTerm),
      }),
    },
  }),
  membersCsv: call("Download daily figures of members as CSV", { querystring: Range, response: { 200: Csv } }),
  videosCsv: call("Download figures of all videos as CSV", { querystring: Range, response: { 200: Csv } }),
  searchesCsv: call("Download searched keywords as CSV", { querystring: Range, response: { 200: Csv } }),
});
