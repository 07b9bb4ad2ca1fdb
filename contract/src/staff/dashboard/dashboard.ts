import * as z from "zod/mini";
import { call } from "../../route.ts";
import { Instant, opaque } from "../../text.ts";

/** Work that waits for staff. */
export const Need = z.object({
  /** Such as "videos_without_chapters". The screen has a sentence and a link for each kind. */
  kind: z.string(),
  /** Null: it could not be read. */
  count: z.nullable(z.int()),
  /** The instant that matters most, such as the first end of a trial. Null: none. */
  at: z.nullable(Instant),
});
export type Need = z.infer<typeof Need>;

/** A number of yesterday, by Japan's calendar. */
export const DayFigure = z.object({
  /** Such as "signups". The screen has a name for each kind. */
  kind: z.string(),
  /** Null: it could not be read. */
  count: z.nullable(z.int()),
  /** The day before that. */
  before: z.nullable(z.int()),
});
export type DayFigure = z.infer<typeof DayFigure>;

export const BrowserError = z.object({
  /** The path of the page without its numbers, such as "/video/:id". */
  page: z.string(),
  /** As the browser named it. */
  release: z.string(),
  message: z.string(),
  count: z.int(),
});
export type BrowserError = z.infer<typeof BrowserError>;

export const Dashboard = z.object({
  /** Worst first. Every kind that the caller may see, including those with a count of 0. */
  needs: z.array(Need),
  yesterday: z.object({
    /** Such as "2026-11-22". */
    day: z.string(),
    /** Only those that the caller may see. */
    figures: z.array(DayFigure),
  }),
  /** The steps of a new site until it opens, in their order. Absent: all are done, or the caller may not see them. */
  opening: z.optional(z.array(z.object({ kind: z.string(), is_done: z.boolean() }))),
  /** Errors of the browser application in the last days, the most frequent first. Absent: there were none. */
  browser_errors: z.optional(z.object({ count: z.int(), most: z.array(BrowserError) })),
  /** The end of the last backup. Null: none is known. Absent: the caller may not see it. */
  last_backup_at: z.optional(z.nullable(Instant)),
  /** When the newest backup was taken that a test restored. Null: none is known. Absent: as above. */
  proven_backup_at: z.optional(z.nullable(Instant)),
  /** The backup command of this installation. Absent: as above. */
  backup_command: z.optional(z.string()),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** A part of the installation that was looked at now. */
export const SiteFinding = z.object({
  name: z.string(),
  /** The facts, one sentence each. */
  details: z.array(z.string()),
  /** Why the site is slow or fails, what to do, and the screen for it. Null: the part is right, or could not be looked at. */
  problem: z.nullable(z.object({ text: z.string(), todo: z.string(), to: z.nullable(z.string()) })),
});
export type SiteFinding = z.infer<typeof SiteFinding>;

/** In the order in which their problems are likely to be the reason of the others. */
export const SiteState = z.object({ at: Instant, findings: z.array(SiteFinding) });
export type SiteState = z.infer<typeof SiteState>;

/** A newer release or the one of before, as root verified it on this machine. */
export const ReleaseChange = z.object({
  kind: z.enum(["upgrade", "back"]),
  version: z.string(),
  notes: z.string(),
  /** Null while it is only offered. */
  requested_at: z.nullable(Instant),
  started_at: z.nullable(Instant),
  outcome: z.nullable(z.string()),
});
export type ReleaseChange = z.infer<typeof ReleaseChange>;

const ReleaseChanges = z.array(ReleaseChange);

export const dashboard = {
  get: call("Get the tasks and yesterday's figures of the staff dashboard", { response: { 200: Dashboard } }),
  state: call("Look at everything that can make the site slow or fail", { response: { 200: SiteState } }),
  releases: call("Get the releases to change to, and the last change", { response: { 200: ReleaseChanges } }),
  changeRelease: call("Ask for an upgrade, or for the release of before", {
    body: z.object({ kind: ReleaseChange.shape.kind, version: opaque("版", { max: 60 }) }),
    response: { 200: ReleaseChanges },
  }),
};
