import type { Need } from "./dashboard.ts";

interface NeedText {
  text: (count: number, at: string | null) => string;
  /** The screen on which staff settle it. */
  to: string;
  /** Money, members or videos are lost until somebody acts: what to do. The owner is told at once, by mail. */
  todo?: string;
  /** It passes by itself if nobody acts today. With urgent tasks it causes the owner's mail of the morning. */
  isOfToday?: true;
}

const SHORT = { month: "long", day: "numeric", timeZone: "Asia/Tokyo" } as const;
const WHOLE_DAY = new Intl.DateTimeFormat("ja-JP", { ...SHORT, year: "numeric" });
/** Days near today need no year. */
const DAY = new Intl.DateTimeFormat("ja-JP", SHORT);
export const MINUTE = new Intl.DateTimeFormat("ja-JP", { ...SHORT, hour: "numeric", minute: "2-digit" });

/** The sentence about the instant, if there is one. */
const about = (at: string | null, text: (day: string) => string, format: { format: (at: Date) => string } = DAY) =>
  at === null ? "" : text(format.format(new Date(at)));

/** The sentence and the screen of each kind. Unknown kinds are left out. */
const NEED_TEXTS: Record<string, NeedText> = {
  failing_payments: {
    text: (count, at) =>
      `お支払いを確認できていない会員が${count}人います${about(at, (day) => `（次の自動決済は${day}）`)}`,
    to: "/admin/members?status=payment_failing",
    todo: "会員の画面で次の請求を確認し、続く場合は会員に連絡してください。",
  },
  disputes: {
    text: (count, at) =>
      `支払いへの異議申し立てが${count}件あります${about(at, (time) => `（証拠の提出期限は${time}）`, MINUTE)}`,
    to: "/admin/alerts",
    todo: "期限までに、「Stripeで確認する」から証拠を提出してください。",
  },
  unplayable_videos: {
    text: (count) => `再生できない動画が${count}本あります`,
    to: "/admin/videos?show=unplayable",
    todo: "動画のURLを変更するか、非公開にしてください。",
  },
  failed_mails: {
    text: (count) => `送信できていないメールが${count}件あります`,
    to: "/admin/mails",
    todo: "理由を確認し、「再送信」か「破棄」を押してください。",
  },
  standing_jobs: {
    text: (count, at) => `止まっている自動処理が${count}件あります${about(at, (time) => `（${time}から）`, MINUTE)}`,
    to: "/admin/state",
    todo: "サーバーを管理している方に連絡してください。",
  },
  stopped_webhooks: {
    text: (count) => `外部ツールへの通知が、届かないため停止しています（${count}件）`,
    to: "/admin/tools",
    todo: "送信先のURLを確認し、通知をオンに戻してください。届いていない通知は、オンに戻すと送信します。",
  },
  charges_to_look_at: {
    text: (count) => `確認が必要な請求・契約が${count}件あります`,
    to: "/admin/alerts",
    todo: "内容を確認し、「対応済みにする」を押してください。",
  },
  late_backup: {
    text: (_, at) =>
      `${about(at, (day) => `${day}以降、`, WHOLE_DAY)}${at === null ? "バックアップの記録がありません" : "バックアップが取得されていません"}`,
    to: "#backup",
    todo: "サーバーを管理している方に、バックアップの実行を依頼してください。",
  },
  unproven_backup: {
    text: (_, at) =>
      `バックアップの復元テストが成功していません${about(at, (day) => `（最後に確認できたのは${day}の分）`)}`,
    to: "#backup",
    todo: "サーバーを管理している方に、バックアップの復元テストを依頼してください。",
  },
  missing_legal_pages: { text: (count) => `公開していない規約と法定表記が${count}件あります`, to: "/admin/legal" },
  unanswered_questions: { text: (count) => `未回答の質問が${count}件あります`, to: "/admin/questions" },
  reported_questions: {
    text: (count) => `会員が報告した質問が${count}件あります`,
    to: "/admin/questions?show=reported",
  },
  undeliverable_members: {
    text: (count) => `メールが届かない会員が${count}人います`,
    to: "/admin/members?status=undeliverable",
  },
  shared_accounts: {
    text: (count) => `多くの端末で同時に視聴している会員が${count}人います`,
    to: "/admin/members?status=shared",
  },
  sample_landings: { text: (count) => `見本の文章のままの案内ページが${count}件あります`, to: "/admin/landing" },
  ending_trials: {
    text: (count, at) => `無料体験が3日以内に終了する会員が${count}人います${about(at, (day) => `（最初は${day}）`)}`,
    to: "/admin/members?status=trial_ending",
    isOfToday: true,
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
    const { to, todo = null, isOfToday = false } = known;
    return [{ kind, to, todo, isOfToday, isUrgent: todo !== null, text: known.text(count, at ?? null) }];
  });
}

/** The figure in yen. */
export const REVENUE = "monthly_revenue";

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
