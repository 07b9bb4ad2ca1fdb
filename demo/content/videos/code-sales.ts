import { chapters, paragraphs } from "../text.ts";
import type { DemoVideo } from "../types.ts";

export const codeSales: DemoVideo[] = [
  {
    video_id: "code-portfolio-01",
    host: "file",
    title: "未経験からの案件獲得　ポートフォリオは３作品でいい",
    description: paragraphs(`
      発注する人は、作品の数ではなく「自分の仕事を任せられるか」を見ています。店舗サイト、業務の自動化、管理画面。この三つがあれば、たいていの相談に答えられます。

      作品ごとに書くのは、使った技術ではなく「誰の、何の手間が、どれだけ減ったか」。実在の依頼がない場合は、知人のお店や自分の家計でかまいません。

      見せ方のひな形: https://example.com/templates/portfolio
    `),
    categories: ["案件獲得"],
    tags: ["フリーランス", "副業", "初心者向け"],
    duration: 86,
    published_days_ago: 3.2,
    view_count: 274,
    thumbnail: "code-portfolio-01",
    cover: { words: ["作品は", "３つでいい"], motif: "frames" },
    chapters: chapters(`
      0:00 発注する人が見るところ｜発注経験のある三人に聞いた、見る順番を紹介します。
      0:16 一つ目　店舗のサイト｜スマートフォンで読みやすい、五ページの構成を作ります。
      0:33 二つ目　手作業の自動化｜毎月の集計を、ボタン一つに置き換えた例です。
      0:50 三つ目　小さな管理画面｜登録・一覧・検索だけの画面で、設計の力を見せます。
      1:07 説明文の書き方｜減った時間と費用を、一行目に書きます。
    `),
  },
  {
    video_id: "u9lj-c29dxI",
    host: "youtube",
    title: "クラウドソーシングの提案文、通る人はここが違う",
    description: paragraphs(`
      同じ募集に届いた提案文30通を読み比べると、最初の三行で結果がほぼ決まっていました。

      通る提案文は、自己紹介ではなく「募集文の読み取り」から始まります。相手の困りごとを一文で言い直し、進め方を三段階で示し、確認したいことを二つだけ聞く。この順番です。

      提案文の添削例（3通分）: https://example.jp/samples/proposals

      デモ映像: Wing It! © Blender Studio（CC BY）
    `),
    categories: ["案件獲得"],
    tags: ["副業", "営業", "テンプレート"],
    duration: 238,
    published_days_ago: 96.4,
    view_count: 1718,
    thumbnail: "code-proposal-01",
    cover: { words: ["通る提案文は", "ここが違う"], motif: "letter" },
    chapters: chapters(`
      0:00 30通を読み比べて分かったこと｜採用された四通に共通する、最初の三行を見ます。
      0:46 募集文を言い直す｜相手の困りごとを、自分の言葉で一文にまとめます。
      1:34 進め方を三段階で示す｜着手・確認・納品の日付を、先に提案します。
      2:25 質問は二つだけ｜返信しやすい、具体的な質問を選びます。
      3:12 送る前の点検｜相手の名前、金額、期日を声に出して確かめます。
    `),
  },
  {
    video_id: "code-estimate-01",
    host: "file",
    title: "見積書の作り方──作業時間に「確認と修正」を足して計算する",
    description: paragraphs(`
      見積もりが外れる原因の多くは、作る時間ではなく「待つ・確かめる・直す」時間の数え忘れです。

      作業 20時間
      打ち合わせと確認 6時間
      修正 5時間
      公開と引き渡し 3時間
      合計 34時間 × 3,000円 = 102,000円（税別）

      修正の回数と範囲を見積書に書いておくと、あとで困りません。ひな形は https://example.com/templates/estimate です。
    `),
    categories: ["案件獲得"],
    tags: ["フリーランス", "価格設定", "テンプレート"],
    duration: 94,
    published_days_ago: 240.6,
    view_count: 1590,
    thumbnail: "code-estimate-01",
    cover: { words: ["見積もりは", "時間の内訳から"], motif: "clock" },
    chapters: chapters(`
      0:00 見積もりが外れる原因｜過去の三件をふり返り、抜けていた時間を探します。
      0:18 作業を半日単位に分ける｜半日より長い作業は、中身が見えていない合図です。
      0:36 確認と修正を足す｜やりとりの往復を数え、時間に換算します。
      0:55 時間単価を決める｜生活費と働ける日数から、下限の単価を計算します。
      1:14 修正の範囲を書く｜無償で直す回数と、追加料金になる境目を決めます。
    `),
  },
];
