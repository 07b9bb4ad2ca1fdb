import { chapters, paragraphs } from "../text.ts";
import type { DemoVideo } from "../types.ts";

export const aiAgent: DemoVideo[] = [
  {
    video_id: "UXqq0ZvbOnk",
    host: "youtube",
    title: "AIエージェントに仕事を任せる前に決める、権限と止めどころ",
    description: paragraphs(`
      自動で動く仕組みは、速く間違えます。任せる前に「読むだけ／下書きまで／実行まで」の三段階で権限を分け、止める条件を書いておきます。

      ・お金が動く操作は、人の承認を必ず挟む
      ・一回の実行で触れる件数に上限を置く
      ・何をしたかを、あとから一行ずつたどれるようにする

      権限表のひな形: https://example.com/templates/agent-permissions

      デモ映像: Charge © Blender Studio（CC BY）
    `),
    categories: ["AIエージェント"],
    tags: ["自動化", "API"],
    duration: 263,
    published_days_ago: 78.2,
    view_count: 1375,
    thumbnail: "ai-guard-01",
    cover: { words: ["任せる前に", "権限を決める"], motif: "switch" },
    chapters: chapters(`
      0:00 速く間違えるということ｜自動返信が百通送られた事例から始めます。
      0:50 三段階の権限｜読むだけ・下書きまで・実行までを、作業ごとに割り当てます。
      1:44 承認を挟む場所｜お金と削除の前に、人の確認を置きます。
      2:38 件数の上限｜一回に触れる件数を決め、超えたら止めます。
      3:30 記録を残す｜入力・判断・操作の三つを、時刻つきで残します。
    `),
  },
  {
    video_id: "ai-toolcall-01",
    host: "file",
    title: "LLMに社内の関数を呼ばせる　Function Callingの最小構成",
    description: paragraphs(`
      在庫数をたずねられたら、推測ではなく在庫表を見に行く。そのために、関数の名前と引数をモデルに伝え、呼び出しの依頼を受け取り、結果を返します。

      関数は二つだけ用意します。「在庫を調べる」と「入荷日を調べる」。名前と説明文の書き方で、正しく選ばれる割合が変わることを確かめます。

      コード（120行）: https://example.com/code/tool-call
    `),
    categories: ["AIエージェント"],
    tags: ["API", "Python", "JavaScript"],
    duration: 92,
    published_days_ago: 105.3,
    view_count: 1012,
    thumbnail: "ai-toolcall-01",
    cover: { words: ["関数を呼ばせる", "最小の構成"], motif: "plug" },
    chapters: chapters(`
      0:00 推測させない仕組み｜知らないことを、調べてから答える流れを図にします。
      0:16 関数の説明を書く｜名前・説明・引数を、初めて読む人向けに書きます。
      0:34 呼び出しを受け取る｜依頼の中身を検証し、許した関数だけを実行します。
      0:52 結果を返す｜数字だけでなく、単位と時点も一緒に返します。
      1:08 選び間違いを減らす｜似た関数を避け、説明文に使わない場面を書きます。
      1:20 失敗したときの答え｜エラーをそのまま見せず、次の行動を案内します。
    `),
  },
  {
    video_id: "ai-reply-01",
    host: "file",
    title: "問い合わせメールの一次返信を下書きする自動化フロー",
    description: paragraphs(`
      問い合わせを受けてから最初の返信までの時間を、半日から15分に縮めた小さな工務店の例です。AIは下書きまで。送信するのは人です。

      流れ
      受信 → 種類の判定（見積もり／苦情／営業）→ 過去の返信を探す → 下書き → 担当者に通知

      苦情だけは下書きを作らず、すぐ人に知らせます。任せない範囲を決めたことが、うまくいった理由でした。
    `),
    categories: ["AIエージェント"],
    tags: ["自動化", "GAS", "事例"],
    duration: 84,
    published_days_ago: 255.4,
    view_count: 1540,
    thumbnail: "ai-reply-01",
    cover: { words: ["一次返信を", "下書きまで"], motif: "flow" },
    chapters: chapters(`
      0:00 半日が15分になるまで｜導入前後の流れを、同じ一通のメールで比べます。
      0:16 種類を判定する｜見積もり・苦情・営業の三つに分け、迷えば人に回します。
      0:33 過去の返信を探す｜似た問い合わせへの返信を、三通だけ材料にします。
      0:50 下書きを作る｜事実と約束を分け、金額や日付は空欄のまま残します。
      1:07 担当者に知らせる｜下書きの場所と、確かめる点を一行で伝えます。
    `),
  },
  {
    video_id: "ai-cost-01",
    host: "file",
    title: "AI APIの料金が膨らむ前に　トークン数の見積もりと上限設定",
    description: paragraphs(`
      試作のときは月に数百円、公開したら一晩で数万円。料金の事故は、入力の長さと回数を掛け忘れることから起きます。

      一回の料金 = 入力トークン × 単価 + 出力トークン × 単価
      一か月の料金 = 一回の料金 × 一日の回数 × 30

      日本語は一文字が一トークン前後と考えておけば、大きくは外れません。まず上限の金額を設定し、それから公開してください。
    `),
    categories: ["AIエージェント"],
    tags: ["API", "ChatGPT", "個人開発"],
    duration: 66,
    published_days_ago: 425.1,
    view_count: 2076,
    thumbnail: "ai-cost-01",
    cover: { words: ["AIの料金が", "膨らむ前に"], motif: "coins" },
    chapters: chapters(`
      0:00 一晩で数万円の話｜上限を置かずに公開した失敗を、順を追って見ます。
      0:14 トークンを数える｜自分の文章で、文字数とトークン数の関係を確かめます。
      0:28 一か月分を計算する｜一回の料金に、回数と日数を掛けます。
      0:42 上限と通知を置く｜金額の上限と、半分を超えたときの通知を設定します。
      0:54 短くする工夫｜毎回送っている長い説明を、要約と使い回しで減らします。
    `),
  },
];
