import { paragraphs } from "./text.ts";
import type { DemoNotice } from "./types.ts";

export const notices: DemoNotice[] = [
  {
    category: "新機能",
    published_days_ago: 0.8,
    title: "チャプターの検索に対応しました",
    content: paragraphs(`
      検索欄の左で「チャプター」を選ぶと、チャプターのタイトルと説明から探せるようになりました。

      見つかった時刻を押すと、その場面から再生が始まります。長い動画の中の「あの話」を探すときにお使いください。

      使い方：https://example.com/help/search
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 3.5,
    title: "今月の新着動画の予定",
    content: paragraphs(`
      今月は9本の動画を公開する予定です。

      ・マーケティング　3本
      ・コピーライティング　3本
      ・収益化プログラミング　2本
      ・AI活用・システム構築　1本

      取り上げてほしい話題は https://example.jp/requests からお送りください。
    `),
  },
  {
    category: "メンテナンス",
    published_days_ago: 6.2,
    title: "定期メンテナンスのお知らせ（深夜1時〜3時）",
    content: paragraphs(`
      サービスの安定のため、次の日曜日の午前1時から3時まで、定期メンテナンスを行います。

      この間は動画の再生とログインができません。ご不便をおかけしますが、よろしくお願いいたします。
      作業の状況：https://example.com/status
    `),
  },
  {
    category: "キャンペーン",
    published_days_ago: 15.4,
    title: "年額プランに切り替えた方へ、添削を1回プレゼント",
    content: paragraphs(`
      月額プランから年額プランに変更された方に、コピーの添削を1回分お贈りします。

      対象：今月末までにプランを変更された方
      お渡し：変更の翌週に、ご登録のメールアドレスへご案内します

      プランの変更はプロフィール画面から行えます。差額は、変更を確定する前の確認画面に表示されます。
    `),
  },
  {
    category: "新機能",
    published_days_ago: 27.3,
    title: "続きから再生できるようになりました",
    content: paragraphs(`
      途中まで見た動画を開くと、前回の場所から再生が始まります。

      最初から見たいときは、チャプター一覧の先頭を押してください。見た場所の記録は、視聴履歴から消すことができます。
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 41.6,
    title: "連休中のお問い合わせ窓口について",
    content: paragraphs(`
      お問い合わせへの返信は、休業日をはさむ場合、通常より2〜3営業日ほど遅れます。

      動画の視聴はいつでもご利用いただけます。お急ぎの方は、先によくある質問をご覧ください。
      https://example.com/faq
    `),
  },
  {
    category: "メンテナンス",
    published_days_ago: 58.5,
    title: "一部の動画が再生できない不具合を修正しました",
    content: paragraphs(`
      昨日の午後、一部の環境で動画の読み込みが止まる不具合がありました。原因を取り除き、現在は正常にご覧いただけます。

      同じ症状が続く場合は、ページを開き直してください。それでも直らないときは、お使いの端末とブラウザーの名前を添えてお知らせください。
      https://example.jp/contact
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 83.4,
    title: "「AI活用・システム構築」に新しいカテゴリーができました",
    content: paragraphs(`
      ご要望の多かった「RAG・社内検索」と「AIエージェント」を、独立したカテゴリーに分けました。

      これまでの動画も、内容に合わせて並べ直しています。左のメニューからご覧ください。
    `),
  },
  {
    category: "キャンペーン",
    published_days_ago: 110.2,
    title: "お友だち紹介の受付を始めました",
    content: paragraphs(`
      ご紹介いただいた方が有料プランをお申し込みになると、お二人に学習ノート（PDF）をお贈りします。

      紹介の方法
      1. https://example.com/invite を開く
      2. 表示された文面を送る
      3. お申し込みが終わると、メールでお知らせが届く
    `),
  },
  {
    category: "新機能",
    published_days_ago: 146.7,
    title: "再生リストを公開しました",
    content: paragraphs(`
      編集部がおすすめの順番に並べた「再生リスト」を公開しました。最初は「小さなお店の集客」です。

      リストから動画を開くと、見終わったあとに次の一本をご案内します。
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 190.3,
    title: "利用規約とプライバシーポリシーを改定します",
    content: paragraphs(`
      来月1日から、利用規約とプライバシーポリシーを改定します。

      主な変更点
      ・視聴履歴の保存期間を明記しました
      ・退会後のデータの扱いを具体的に書きました

      全文：https://example.com/terms
      新旧の比較：https://example.com/terms/diff
    `),
  },
  {
    category: "メンテナンス",
    published_days_ago: 243.8,
    title: "サーバー増強のための作業が完了しました",
    content: paragraphs(`
      夜間に動画の読み込みが遅くなる状況を改善するため、配信の設備を増強しました。

      作業は予定どおり終わりました。ご協力ありがとうございました。
    `),
  },
  {
    category: "新機能",
    published_days_ago: 330.5,
    title: "「後で見る」を追加しました",
    content: paragraphs(`
      気になった動画を取っておける「後で見る」を追加しました。

      動画の一覧や再生画面の時計のマークを押すと、リストに加わります。見終わったら、もう一度押して外してください。
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 424.6,
    title: "サービスを開始しました",
    content: paragraphs(`
      学び舎を公開しました。マーケティング、コピーライティング、プログラミング、AIの四つの分野で、毎月8〜10本の動画をお届けします。

      ご意見は https://example.jp/contact までお寄せください。最初の受講者の声が、次の動画になります。
    `),
  },
];
