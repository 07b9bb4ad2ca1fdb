import { paragraphs } from "./text.ts";
import type { DemoNotice } from "./types.ts";

export const notices: DemoNotice[] = [
  {
    category: "新機能",
    published_days_ago: 0.8,
    title: "動画の中の一言まで検索できるようになりました",
    content: paragraphs(`
      「あの話は、どの動画だっただろう」。そんなときは、覚えている言葉を検索してください。タイトルだけでなく、チャプターと字幕からも探します。

      見つかった時刻を押すと、その場面から再生が始まります。

      使い方：https://example.com/help/search
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 3.5,
    title: "新着動画の公開予定",
    content: paragraphs(`
      次の9本の動画を準備しています。公開した動画は「新着動画」に並びます。

      ・マーケティング　3本
      ・コピーライティング　3本
      ・収益化プログラミング　2本
      ・AI活用・システム構築　1本

      取り上げてほしい話題は https://example.jp/requests からお送りください。

      動画の音声：HTS Voice "Mei"（© 2009-2013 名古屋工業大学、CC BY 3.0）
    `),
  },
  {
    category: "メンテナンス",
    published_days_ago: 6.2,
    title: "定期メンテナンスのお知らせ（深夜1時〜3時）",
    content: paragraphs(`
      サービスの安定のため、毎月第1日曜日の午前1時から3時まで、定期メンテナンスを行います。

      この間は動画の再生とログインができません。ご不便をおかけしますが、よろしくお願いいたします。
      作業の状況：https://example.com/status
    `),
  },
  {
    category: "新機能",
    published_days_ago: 15.4,
    title: "空いた時間で学べる「今日の学習」を始めました",
    content: paragraphs(`
      10分、15分など、今日使える時間を選ぶと、続きの動画や「後で見る」の動画から、その時間に収まる分を並べます。

      始めるを押すと、あとは順番に再生されます。学んだ日と時間は、同じ画面でふり返れます。
    `),
  },
  {
    category: "新機能",
    published_days_ago: 27.3,
    title: "動画の場面にメモを残せるようになりました",
    content: paragraphs(`
      再生画面の「メモ」を開くと、見ている場面の時刻といっしょにメモを残せます。時刻を押せば、その場面に戻ります。

      動画で学んだことを試したら、「やってみた記録」も残してみてください。書いたメモは、まとめて読み返したり検索したりできます。
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 41.6,
    title: "無料公開の動画ができました",
    content: paragraphs(`
      動画の一部を、会員登録をしていない方にもご覧いただけるようにしました。

      最初の一本は「ChatGPTへの頼み方が変わる、プロンプトの5つの部品」です。学び舎を紹介するときに、お使いください。
    `),
  },
  {
    category: "メンテナンス",
    published_days_ago: 58.5,
    title: "一部の動画が再生できない不具合を修正しました",
    content: paragraphs(`
      一部の環境で動画の読み込みが止まる不具合がありました。原因を取り除き、現在は正常にご覧いただけます。

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
    title: "再生リストで、順番に学べるようになりました",
    content: paragraphs(`
      編集部がおすすめの順番に並べた「再生リスト」を公開しました。

      見終わった動画と、次に見る動画が分かります。「続きから見る」を押すと、前回の次から再生が始まります。何本を完了したかも、リストに表示されます。
    `),
  },
  {
    category: "お知らせ",
    published_days_ago: 190.3,
    title: "連休中のお問い合わせ窓口について",
    content: paragraphs(`
      お問い合わせへの返信は、休業日をはさむ場合、通常より2〜3営業日ほど遅れます。

      動画の視聴はいつでもご利用いただけます。お急ぎの方は、先によくある質問をご覧ください。
      https://example.com/faq
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
