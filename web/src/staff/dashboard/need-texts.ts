import type { Need } from "@manabiya/contract/staff/dashboard.ts";
import { formatDay } from "../../ui/date.ts";

interface NeedText {
  text: (count: number, at: string | null) => string;
  /** The screen on which staff settle it. */
  to: string;
  /** Money, members or videos are lost until somebody acts. */
  isUrgent?: boolean;
}

const SHORT = { month: "long", day: "numeric", timeZone: "Asia/Tokyo" } as const;
/** Days near today need no year. */
const DAY = new Intl.DateTimeFormat("ja-JP", SHORT);
const MINUTE = new Intl.DateTimeFormat("ja-JP", { ...SHORT, hour: "numeric", minute: "2-digit" });

/** The sentence about the instant, if there is one. */
const about = (at: string | null, text: (day: string) => string, format: { format: (at: Date) => string } = DAY) =>
  at === null ? "" : text(format.format(new Date(at)));

/** The sentence and the screen of each kind. Unknown kinds are left out. */
const NEED_TEXTS: Record<string, NeedText> = {
  failing_payments: {
    text: (count, at) =>
      `お支払いを確認できていない会員が${count}人います${about(at, (day) => `（次の自動決済は${day}）`)}`,
    to: "/admin/members?status=payment_failing",
    isUrgent: true,
  },
  disputes: {
    text: (count, at) =>
      `支払いへの異議申し立てが${count}件あります${about(at, (time) => `（証拠の提出期限は${time}）`, MINUTE)}`,
    to: "/admin/alerts",
    isUrgent: true,
  },
  unplayable_videos: {
    text: (count) => `再生できない動画が${count}本あります`,
    to: "/admin/videos?show=unplayable",
    isUrgent: true,
  },
  failed_mails: { text: (count) => `送信できていないメールが${count}件あります`, to: "/admin/mails", isUrgent: true },
  charges_to_look_at: {
    text: (count) => `確認が必要な請求・契約が${count}件あります`,
    to: "/admin/alerts",
    isUrgent: true,
  },
  late_backup: {
    text: (_, at) =>
      at === null ? "バックアップの記録がありません" : `${formatDay(at)}以降、バックアップが取得されていません`,
    to: "#backup",
    isUrgent: true,
  },
  unproven_backup: {
    text: (_, at) =>
      `バックアップの復元テストが成功していません${about(at, (day) => `（最後に確認できたのは${day}の分）`)}`,
    to: "#backup",
    isUrgent: true,
  },
  missing_legal_pages: { text: (count) => `公開していない規約と法定表記が${count}件あります`, to: "/admin/legal" },
  sample_landings: { text: (count) => `見本の文章のままの案内ページが${count}件あります`, to: "/admin/landing" },
  ending_trials: {
    text: (count, at) => `無料体験が3日以内に終了する会員が${count}人います${about(at, (day) => `（最初は${day}）`)}`,
    to: "/admin/members?status=trial_ending",
  },
  empty_searches: {
    text: (count) => `この7日間に、検索結果が0件だったキーワードが${count}件あります`,
    to: "/admin/figures/searches",
  },
  draft_videos: { text: (count) => `下書きの動画が${count}本あります`, to: "/admin/videos?show=draft" },
  draft_notices: { text: (count) => `下書きのお知らせが${count}件あります`, to: "/admin/notices" },
  videos_without_chapters: {
    text: (count) => `チャプターのない動画が${count}本あります`,
    to: "/admin/videos?show=without_chapters",
  },
  videos_without_category: {
    text: (count) => `カテゴリーのない動画が${count}本あります`,
    to: "/admin/videos?show=without_categories",
  },
  scheduled_videos: { text: (count) => `公開予約中の動画が${count}本あります`, to: "/admin/videos?show=scheduled" },
  scheduled_notices: { text: (count) => `公開予約中のお知らせが${count}件あります`, to: "/admin/notices" },
};

/** The tasks that need a person, in their order. */
export function shownNeeds(needs: readonly Need[]) {
  return needs.flatMap(({ kind, count, at }) => {
    const known = NEED_TEXTS[kind];
    if (!known || count === null || count === 0) return [];
    return [{ kind, to: known.to, isUrgent: known.isUrgent === true, text: known.text(count, at ?? null) }];
  });
}

/** The names of yesterday's figures. Unknown kinds are left out. */
export const FIGURE_NAMES: Record<string, string> = {
  monthly_revenue: "月あたりの売上",
  signups: "会員登録",
  trials: "無料体験の開始",
  new_contracts: "ご契約の開始",
  cancellations: "解約のお手続き",
  ended_contracts: "契約終了",
  views: "視聴回数",
};
