import type { DemoPlaylist } from "./types.ts";

export const playlists: DemoPlaylist[] = [
  {
    title: "はじめの一週間で見る7本",
    description:
      "登録したばかりの方へ。四つの分野から選び、順番に見れば全体像がつかめるように並べました。一日一本、どれも二分かかりません。",
    created_days_ago: 12.5,
    video_ids: [
      "mkt-persona-01",
      "copy-benefit-01",
      "mkt-pricing-01",
      "code-portfolio-01",
      "ai-prompt-01",
      "code-gas-01",
      "ai-copy-01",
    ],
  },
  {
    title: "コピーライティングの型を身につける",
    description:
      "見出し、本文、件名、お礼の一通まで。型を知り、自分の商品で書き、声に出して直すところまでを通しで練習します。",
    created_days_ago: 12.6,
    video_ids: [
      "copy-headline-01",
      "copy-benefit-01",
      "SkVqJ1SGeL0",
      "copy-voice-01",
      "copy-lp-01",
      "eRsGyueVLvQ",
      "copy-subject-01",
      "copy-thanks-01",
    ],
  },
  {
    title: "副業の最初の一件を取るまで",
    description: "作品を三つそろえ、提案文を書き、見積もりを出す。はじめての依頼にたどり着くまでの道のりです。",
    created_days_ago: 90.2,
    video_ids: ["code-portfolio-01", "u9lj-c29dxI", "code-estimate-01", "mkt-offer-01", "mkt-pricing-01"],
  },
  {
    title: "毎月の手作業を減らす",
    description:
      "請求書、名簿、議事録、問い合わせの返信。毎月くり返している作業を、小さな自動化に置き換えていきます。最後の確認は人が行う、という線引きもあわせて学びます。",
    created_days_ago: 50.4,
    video_ids: ["code-gas-01", "code-python-csv-01", "ai-minutes-01", "ai-reply-01", "UXqq0ZvbOnk"],
  },
  {
    title: "社内の質問に答えるAIを作る",
    description: "RAGの全体像から、文書の分け方、ベクトル検索、評価、料金の管理まで。作る順番どおりに並べました。",
    created_days_ago: 48.3,
    video_ids: ["R6MlUcmOul8", "ai-embedding-01", "ai-chunk-01", "ai-eval-01", "ai-toolcall-01", "ai-cost-01"],
  },
  {
    title: "小さなお店の集客",
    description: "地図、口コミ、SNS、LINE。広告費をかける前に整えておきたいことを、店舗の例で順番に見ていきます。",
    created_days_ago: 200.7,
    video_ids: ["mkt-local-01", "mkt-review-01", "mkt-sns-01", "copy-line-01", "mkt-ads-01", "mkt-ltv-01"],
  },
];
