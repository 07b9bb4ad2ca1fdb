/** A parent category and the names of its children, in the order in which they are shown. */
export type DemoCategory = { name: string; children: string[] };

/** One chapter; `time_seconds` counts from the start of the video. */
export type DemoChapter = { time_seconds: number; title: string; description: string };

/** A line of captions, in milliseconds from the start of the video. */
export type DemoCaption = { starts_ms: number; ends_ms: number; text: string };

/**
 * `video_id` is the player's id on YouTube, or for host `file` the name of the clip in
 * `clips/<video_id>.webm`. `duration` is in seconds. The pictures are `thumbnails/<thumbnail>-640.webp`
 * and `-320.webp`. Categories and tags are names. `published_days_ago` may have a fraction.
 */
export type DemoVideo = {
  video_id: string;
  host: "file" | "youtube";
  title: string;
  description: string;
  categories: string[];
  tags: string[];
  duration: number;
  published_days_ago: number;
  /** Everybody may watch it (decisions/030). */
  is_open?: true;
  view_count: number;
  thumbnail: string;
  chapters: DemoChapter[];
  captions: DemoCaption[];
};

/** `video_ids` are in playing order. */
export type DemoPlaylist = { title: string; description: string; created_days_ago: number; video_ids: string[] };

type DemoNoticeCategory = "お知らせ" | "メンテナンス" | "新機能" | "キャンペーン";

export type DemoNotice = { category: DemoNoticeCategory; published_days_ago: number; title: string; content: string };

/** One row of a member's history; `position` is in seconds. */
type DemoWatch = { video_id: string; days_ago: number; position: number };

/** A day on which a member learned; whole days ago, each once. */
type DemoLearned = { days_ago: number; minutes: number };

/** Somebody who tried the service, perhaps paid for some days, and closed the account: the figures alone remember. */
export type FormerMember = { joined_days_ago: number; source: string; paid: { from: number; until: number } | null };

type DemoMark = { video_id: string; days_ago: number };

/** A note of an account at a second of a video; `practice`: a record of what the member tried, on a day. */
export type DemoNote = {
  email: string;
  video_id: string;
  days_ago: number;
  second: number;
  text: string;
  practice: { days_ago: number; link: string | null } | null;
};

/**
 * `subscription_ends_in_days` counts from now, is negative when the end has passed, and is null without a subscription. Notices older than `notices_read_before_days` count as read by this account.
 */
export type DemoAccount = {
  email: string;
  username: string;
  subscription_status: "active" | "inactive" | "canceled" | "trial";
  subscription_plan: "monthly" | "yearly" | "none";
  subscription_ends_in_days: number | null;
  is_staff: boolean;
  is_superuser: boolean;
  created_days_ago: number;
  /** The campaign or the site that led to the sign-up; empty: unknown. */
  source: string;
  notices_read_before_days: number;
  watched: DemoWatch[];
  learned: DemoLearned[];
  favorites: DemoMark[];
  watch_later: DemoMark[];
};
