export const NOTICE_LABELS = {
  information: "お知らせ",
  maintenance: "メンテナンス",
  feature: "新機能",
  campaign: "キャンペーン",
} as const;
