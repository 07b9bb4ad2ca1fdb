import { chapters, paragraphs } from "../text.ts";
import type { DemoVideo } from "../types.ts";

export const codeAutomation: DemoVideo[] = [
  {
    video_id: "code-gas-01",
    host: "file",
    title: "Google Apps Script（ＧＡＳ）で請求書を毎月自動でつくる",
    description: paragraphs(`
      スプレッドシートの売上表から、取引先ごとの請求書PDFを作り、下書きメールに添付するところまでを自動にします。送信だけは人が押す。これが事故を防ぐ線引きです。

      作るもの
      1. 売上表（取引先・品目・数量・単価）
      2. 請求書のひな形
      3. 月末に動くスクリプト（60行）

      スクリプト全文: https://example.com/code/gas-invoice
      インボイス制度の登録番号を入れる欄も用意しています。
    `),
    categories: ["業務自動化"],
    tags: ["GAS", "自動化", "副業"],
    duration: 98,
    published_days_ago: 12.2,
    view_count: 447,
    thumbnail: "code-gas-01",
    cover: { words: ["請求書を", "毎月自動で"], motif: "invoice" },
    chapters: chapters(`
      0:00 完成した動きを見る｜月末の朝に、下書きメールが七通そろう様子を見ます。
      0:15 売上表の形を整える｜一行に一取引、列の名前は変えないと決めます。
      0:32 ひな形に差し込む｜波かっこで囲んだ目印を、値に置き換えます。
      0:50 ＰＤＦにして保存する｜取引先ごとのフォルダーに、月の名前で保存します。
      1:07 下書きメールを作る｜宛先と本文を組み立て、添付して止めます。
      1:24 送信は人が押す｜金額を目で確かめてから送る理由を話します。
    `),
  },
  {
    video_id: "code-python-csv-01",
    host: "file",
    title: "「ﾔﾏﾀﾞ ﾀﾛｳ」を「ヤマダ タロウ」に　半角カナの名簿をPythonで整える",
    description: paragraphs(`
      半角カナ、全角英数、ゆらいだ長音。人の手で入力された名簿は、そのままでは突き合わせができません。Pythonの標準ライブラリーだけで表記をそろえます。

      対象にするゆらぎ
      ・ﾊﾝｶｸｶﾅ → ハンカクカナ
      ・１２３ＡＢＣ → 123ABC
      ・「サーバ」と「サーバー」、「ー」と「−」の混在
      ・姓と名の間の空白（全角・半角・なし）

      元のファイルは必ず残し、直した結果は新しい列に書き出します。文字コードがShift_JISの場合の読み込み方も扱います。
    `),
    categories: ["業務自動化"],
    tags: ["Python", "自動化", "事例"],
    duration: 88,
    published_days_ago: 56.6,
    view_count: 802,
    thumbnail: "code-python-csv-01",
    cover: { words: ["半角カナを", "Pythonで直す"], motif: "table" },
    chapters: chapters(`
      0:00 ゆらぎを数える｜直す前に、どんな書き方が何件あるかを数えます。
      0:15 文字コードを確かめる｜UTF-8とShift_JISを、開く前に見分けます。
      0:31 半角カナを全角にする｜unicodedataのNFKC正規化で、まとめて直します。
      0:48 長音とハイフンをそろえる｜見た目の似た横棒を、前後の文字から判断します。
      1:05 空白と敬称を取り除く｜氏名だけを残し、比べられる形にします。
      1:18 結果を人が確かめる｜変わった行だけを並べ、目で見て承認します。
    `),
  },
  {
    video_id: "code-scraping-01",
    host: "file",
    title: "Pythonスクレイピングを始める前に知っておく規約とマナー",
    description: paragraphs(`
      技術的に取れることと、取ってよいことは別です。依頼を受ける前に確かめる順番を、チェックリストにしました。

      1. 公式のAPIやCSV配布がないか
      2. 利用規約で禁止されていないか
      3. robots.txtの指定
      4. アクセスの間隔（1秒以上あける）
      5. 集めたデータの使い道と、個人情報の有無

      迷ったときは、やらない。代わりの方法を提案できるのが、頼れるエンジニアです。
    `),
    categories: ["業務自動化"],
    tags: ["Python", "API", "リサーチ"],
    duration: 76,
    published_days_ago: 198.4,
    view_count: 1349,
    thumbnail: "code-scraping-01",
    cover: { words: ["集める前に", "規約とマナー"], motif: "gate" },
    chapters: chapters(`
      0:00 取れることと、取ってよいこと｜過去の相談例から、断った二件の理由を話します。
      0:16 まず公式の方法を探す｜APIや配布データがあれば、それがいちばん確実です。
      0:32 規約とrobots.txtを読む｜見る場所と、判断に迷う書き方を確かめます。
      0:48 間隔をあける｜相手のサーバーに負担をかけない速さを決めます。
      1:02 断り方と代案｜できない理由と、別の集め方を一緒に伝えます。
    `),
  },
];
