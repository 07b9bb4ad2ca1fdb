import { chapters, paragraphs } from "../text.ts";
import type { DemoVideo } from "../types.ts";

export const codeWeb: DemoVideo[] = [
  {
    video_id: "Y-rmzh0PI3c",
    host: "youtube",
    title: "HTML/CSSだけで作る店舗サイト、デザインカンプから公開まで",
    description: paragraphs(`
      喫茶店のサイトを、JavaScriptを使わずに作ります。最近のCSSなら、開閉するメニューも写真の切り替えも、標準の要素だけで足ります。

      カンプの余白を測る → 見出しと本文の階層を決める → スマートフォンから組む → 横幅を広げる、の順に進めます。

      素材とカンプ: https://example.com/assets/cafe-site
      完成コード: https://example.com/code/cafe-site
      環境はテキストエディターとブラウザーだけで結構です。

      デモ映像: Cosmos Laundromat © Blender Foundation（CC BY）
    `),
    categories: ["Web制作"],
    tags: ["HTML/CSS", "副業", "初心者向け"],
    duration: 731,
    published_days_ago: 31.5,
    view_count: 921,
    thumbnail: "code-htmlcss-01",
    cover: { words: ["HTML/CSSだけで", "店舗サイト"], motif: "window" },
    chapters: chapters(`
      0:00 カンプを読む｜余白と文字の大きさを測り、繰り返しを見つけます。
      1:22 文書の骨組みを書く｜見出しの階層と、読み上げたときの順番を先に決めます。
      2:58 スマートフォンから組む｜狭い画面を基準に、一列の並びを整えます。
      4:36 横幅を広げる｜列が二つに分かれる幅を、内容から決めます。
      6:14 メニューを標準要素で作る｜details要素で、開閉するメニューを作ります。
      8:02 写真を軽くする｜大きさと形式を見直し、表示を速くします。
      9:40 公開する｜静的なホスティングに置き、独自ドメインをつなぎます。
      11:10 引き渡しの資料｜更新の手順を、お店の人に渡せる形でまとめます。
    `),
  },
  {
    video_id: "code-js-form-01",
    host: "file",
    title: "JavaScriptで問い合わせフォームに入力チェックを付ける",
    description: paragraphs(`
      エラーは「怒られた」と感じさせず、「直し方が分かる」ように出します。ブラウザーに備わった検証機能を土台に、日本語の案内文を足していきます。

      書くコードは40行ほど。ライブラリーは使いません。

      注意：入力チェックは親切のためのものです。サーバー側の検証は必ず別に行ってください。
      サンプルコード: https://example.com/code/contact-form
    `),
    categories: ["Web制作"],
    tags: ["JavaScript", "HTML/CSS", "初心者向け"],
    duration: 90,
    published_days_ago: 114.2,
    view_count: 1043,
    thumbnail: "code-js-form-01",
    cover: { words: ["親切な", "入力チェック"], motif: "form" },
    chapters: chapters(`
      0:00 よくない例を見る｜送信後にまとめて叱られるフォームの、困る点を挙げます。
      0:15 標準の検証機能を使う｜requiredとtypeだけで、どこまで確かめられるかを見ます。
      0:33 案内文を日本語にする｜項目ごとに、直し方の分かる文に置き換えます。
      0:52 表示するタイミング｜入力の途中では出さず、離れたときに出します。
      1:10 読み上げへの対応｜エラーの場所を、音声でも伝わるようにします。
      1:22 サーバー側との役割分担｜画面の検証だけに頼ってはいけない理由を話します。
    `),
  },
  {
    video_id: "code-wordpress-01",
    host: "file",
    title: "WordPress保守を月額契約にする、サーバー移転とバックアップの基本",
    description: paragraphs(`
      作って終わりの仕事を、毎月の契約に変えます。保守で約束することは四つ。更新、控え、見張り、相談です。

      バックアップは「取っている」ではなく「戻せた」で確かめます。年に一度、別のサーバに復元する日を決めておきましょう。

      契約書のひな形（保守・月額）: https://example.jp/templates/maintenance
    `),
    categories: ["Web制作", "案件獲得"],
    tags: ["WordPress", "フリーランス", "価格設定"],
    duration: 80,
    published_days_ago: 380.3,
    view_count: 2197,
    thumbnail: "code-wordpress-01",
    cover: { words: ["保守を", "月額契約にする"], motif: "shield" },
    chapters: chapters(`
      0:00 作って終わりにしない｜納品後に起きるトラブルを、契約の形で引き受けます。
      0:15 約束する四つのこと｜更新・控え・見張り・相談の範囲を、言葉にします。
      0:32 バックアップを戻してみる｜復元の練習を、空のサーバーで行います。
      0:49 サーバー移転の手順｜止まる時間を短くする、切り替えの順番です。
      1:05 月額の決め方｜作業時間と責任の重さから、金額を決めます。
    `),
  },
];
