import { chapters, paragraphs } from "../text.ts";
import type { DemoVideo } from "../types.ts";

export const codeProduct: DemoVideo[] = [
  {
    video_id: "_cMxraX_5RE",
    host: "youtube",
    title: "週末で公開する、小さなWebサービスの作り方",
    description: paragraphs(`
      土曜の朝に作り始め、日曜の夜に公開します。間に合わせるための工夫は、速く書くことではなく「作らないものを決める」ことです。

      作らないもの：会員登録、管理画面、設定画面、通知。
      作るもの：入力が一つ、結果が一つ、共有のリンクが一つ。

      題材は「割り勘メモ」。公開後に届いた三つの要望と、断った二つの理由も話します。
      完成品: https://example.com/warikan

      デモ映像: Sprite Fright © Blender Studio（CC BY）
    `),
    categories: ["個人開発"],
    tags: ["個人開発", "JavaScript", "副業"],
    duration: 630,
    published_days_ago: 60.3,
    view_count: 1411,
    thumbnail: "code-weekend-01",
    cover: { words: ["週末で公開する", "小さなサービス"], motif: "rocket" },
    chapters: chapters(`
      0:00 週末で終わる大きさにする｜入力一つ、結果一つまで、機能を削ります。
      1:18 作らないものを書き出す｜あとで足せるものを、先に紙の上で捨てます。
      2:36 画面を一枚だけ描く｜紙に描いた一画面を、そのまま部品に分けます。
      4:05 データの持ち方を決める｜保存しなくて済む設計を、最初に考えます。
      5:32 動くところまで書く｜見た目より先に、端から端まで動かします。
      7:20 公開と計測｜公開の手順と、最初に見る数字を一つ決めます。
      8:54 届いた要望の選び方｜足すものと断るものを、使う人の場面から選びます。
    `),
  },
  {
    video_id: "code-billing-01",
    host: "file",
    title: "個人開発のサービスに月額課金を付ける前の準備",
    description: paragraphs(`
      決済の実装よりも、実装の前に決めることのほうが多くあります。解約、返金、値上げ、領収書。この四つの答えを用意してから、コードを書き始めます。

      特定商取引法に基づく表示や、最終確認画面に書くべき項目も一覧にしました。
      https://example.jp/checklists/billing

      ※法律に関わる判断は、専門家や公的な窓口に確かめてください。
    `),
    categories: ["個人開発"],
    tags: ["個人開発", "API", "価格設定"],
    duration: 84,
    published_days_ago: 150.4,
    view_count: 1265,
    thumbnail: "code-billing-01",
    cover: { words: ["月額課金", "その前の準備"], motif: "card" },
    chapters: chapters(`
      0:00 先に決める四つのこと｜解約・返金・値上げ・領収書の答えを用意します。
      0:16 解約は登録と同じ手間で｜やめやすさが、始めやすさにつながります。
      0:33 表示の義務を確かめる｜最終確認画面に書く項目を、順番に点検します。
      0:51 支払いに失敗したとき｜カードの期限切れを、責めずに知らせる文を作ります。
      1:08 テスト環境で一周する｜申し込みから解約までを、自分で一度通します。
    `),
  },
  {
    video_id: "code-monitor-01",
    host: "file",
    title: "ユーザーに言われる前に気づく、エラーログと監視の第一歩",
    description: paragraphs(`
      「動きません」という連絡が来る前に気づくために、まず一つだけ通知を置きます。最初から立派な監視はいりません。

      置く順番
      ① 外から見て動いているか（5分おき）
      ② エラーの件数（1時間に一度）
      ③ 遅さ（1日に一度）

      個人情報をログに書かないことも、最初に決めておきます。
    `),
    categories: ["個人開発"],
    tags: ["個人開発", "自動化"],
    duration: 72,
    published_days_ago: 415.3,
    view_count: 1928,
    thumbnail: "code-monitor-01",
    cover: { words: ["言われる前に", "気づく監視"], motif: "pulse" },
    chapters: chapters(`
      0:00 気づくのが遅れた話｜三日間止まっていたサービスの、失敗談から始めます。
      0:15 外から見張る｜五分おきに開いてみるだけの、小さな見張りを置きます。
      0:30 エラーを数える｜同じエラーをまとめ、増えたときだけ知らせます。
      0:45 ログに書かないもの｜氏名やメールアドレスを、記録から外します。
      0:58 夜中に起こされない設定｜急ぎの通知と、朝でよい通知を分けます。
    `),
  },
];
