/** What each kind of need is called, and where it is met. Kinds that the screen does not know are left out. */
export const NEED_TEXTS: Record<string, { text: (count: number) => string; to: string }> = {
  charges_to_look_at: { text: (count) => `確認が必要な請求が${count}件あります`, to: "/admin/alerts" },
  failed_mails: { text: (count) => `送信できていないメールが${count}件あります`, to: "/admin/mails" },
  videos_without_chapters: {
    text: (count) => `チャプターのない動画が${count}本あります`,
    to: "/admin/videos?show=without_chapters",
  },
  videos_without_category: {
    text: (count) => `カテゴリーのない動画が${count}本あります`,
    to: "/admin/videos?show=without_categories",
  },
  draft_videos: { text: (count) => `下書きの動画が${count}本あります`, to: "/admin/videos?show=draft" },
  scheduled_videos: {
    text: (count) => `公開予約中の動画が${count}本あります`,
    to: "/admin/videos?show=scheduled",
  },
  scheduled_notices: {
    text: (count) => `公開予約中のお知らせが${count}件あります`,
    to: "/admin/notices",
  },
};
