import type { CallName, TableName } from "./measured.ts";

/** Calls of one member on a day with the product, without those of watching. Assumed: no operator has told theirs yet. */
export const CALLS_A_DAY: Record<CallName, number> = {
  login: 0.05,
  // An access token lasts ten minutes.
  refresh: 4,
  home: 2,
  list: 2,
  search: 1.5,
  detail: 3,
  noticeCount: 8,
  favorite: 0.4,
  progress: 0,
};

export const HABITS = {
  /** Share of members who come on an average day. */
  active: 0.25,
  /** Minutes that a member watches on such a day. */
  minutes: 25,
  /** Reports of the player a minute: web/src/player/watch-recorder.ts. */
  reports: 6,
  /** Videos that are new in the member's history on such a day. */
  newVideos: 2,
  /** Share of searches that nobody made since the catalogue changed. */
  firstSearches: 0.02,
  /** Megabits a second of a video file. */
  megabits: 2.5,
  /** Share of the minutes that are played from the operator's own files. */
  ownFiles: 1,
  /** New accounts a day, as a share of the members; the share of them that begins with a trial. */
  signUps: 0.001,
  trials: 0.7,
  /** Share of the members with a monthly plan; the others pay by the year. */
  monthly: 0.8,
  /** Share of the members who ask for the weekly digest, and notices by mail a month to everybody. */
  digest: 0.2,
  notices: 1,
  /** Mails a second that one mailing provider takes; MAILING_RATE is 10 a second. */
  mailsASecond: 10,
} as const;

/** Rows that one member's day, sign-up, or mail adds. */
export const ROWS: Record<
  "activeDay" | "signUp" | "login" | "mail" | "campaignMail",
  Partial<Record<TableName, number>>
> = {
  activeDay: { watch_history: HABITS.newVideos, favorites: 0.2, notes: 0.1, learned_days: 1, notice_reads: 0.05 },
  signUp: { users: 1, member_counts: 1, recommendations: 1, membership_changes: 1.7, sessions: 1, mail_outbox: 2 },
  login: { sessions: 1 },
  mail: { mail_outbox: 1 },
  campaignMail: { mailing_recipients: 1 },
};

/** Share of a day's use by hour in Japan, from midnight: evenings are high. Their sum is 1. */
export const HOURS = [
  2, 1, 0.6, 0.4, 0.4, 0.8, 2, 3.6, 4, 3.6, 3.6, 3.8, 5, 4.4, 3.6, 3.6, 4, 4.8, 6, 8, 10.2, 11, 8.6, 5,
].map((weight, _, all) => weight / all.reduce((sum, each) => sum + each, 0));

/** Use by day of the week from Monday, 1 on average. */
export const WEEKDAYS = [0.9, 0.92, 0.95, 0.95, 0.98, 1.12, 1.18];

/** The busiest minute of an hour against its average. */
export const BURST = 1.3;

/** The share of a core that planning uses; the rest is for failures and releases. */
export const UTILISATION = 0.6;
