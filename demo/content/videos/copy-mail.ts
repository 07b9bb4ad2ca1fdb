import { chapters, paragraphs } from "../text.ts";
import type { DemoVideo } from "../types.ts";

export const copyMail: DemoVideo[] = [
  {
    video_id: "copy-subject-01",
    host: "file",
    title: "開封される件名、されない件名　メルマガ件名の直し方",
    description: paragraphs(`
      件名は「要約」ではなく「開ける理由」です。受信箱に並んだとき、前後のメールの間でどう見えるかを基準に直します。

      先頭の15文字に大事な言葉を置く。記号は一つまで。【重要】は本当に重要なときだけ。この三つを守るだけで、開封率は安定します。

      実際に送った件名20本と開封率の一覧: https://example.jp/data/subject-lines
    `),
    categories: ["メール・LINE配信"],
    tags: ["メルマガ", "事例"],
    duration: 62,
    published_days_ago: 5.1,
    view_count: 227,
    thumbnail: "copy-subject-01",
    cover: { words: ["開封される件名", "されない件名"], motif: "envelope" },
    chapters: chapters(`
      0:00 受信箱での見え方｜スマートフォンの受信箱に並べて、見える文字数を確かめます。
      0:14 先頭の15文字｜差出人名と重なる言葉を削り、要点を前に出します。
      0:29 避けたい件名｜【重要】の乱用や、返信を装う件名が信頼を減らします。
      0:44 件名を四本直す｜実際に送った件名を、理由を言いながら直します。
    `),
  },
  {
    video_id: "WhWc3b3KhnY",
    host: "youtube",
    title: "ステップメール７通の設計図　登録から最初の購入まで",
    description: paragraphs(`
      登録直後の7日間は、もっとも読まれる時期です。7通それぞれに役割を一つだけ持たせ、売るのは5通目からにします。

      1通目 約束を守る（登録特典を渡す）
      2通目 自己紹介と、この先の予定
      3通目 よくある失敗
      4通目 小さな成功の手順
      5通目 商品の紹介
      6通目 質問への回答
      7通目 締め切りと、買わない人へのお礼

      各通の下書き: https://example.com/templates/step-mail

      デモ映像: Spring © Blender Studio（CC BY）
    `),
    categories: ["メール・LINE配信"],
    tags: ["メルマガ", "テンプレート", "自動化"],
    duration: 464,
    published_days_ago: 84.5,
    view_count: 1483,
    thumbnail: "copy-stepmail-01",
    cover: { words: ["ステップメール", "７通の設計図"], motif: "steps" },
    chapters: chapters(`
      0:00 なぜ７通なのか｜登録からの日数と開封率の関係を、グラフで確かめます。
      0:52 １・２通目　約束と予定｜特典をすぐ渡し、この先に届くものを予告します。
      2:04 ３・４通目　失敗と小さな成功｜役に立つ内容だけで、信頼を貯めます。
      3:30 ５通目　はじめての紹介｜商品を紹介する理由を、前の四通から引き出します。
      4:48 ６通目　質問への回答｜買う直前の不安に、一問ずつ答えます。
      5:56 ７通目　締め切りとお礼｜買わない人にも感謝を伝え、関係を続けます。
      7:02 測る数字｜開封・クリック・購入の三つを、通ごとに記録します。
    `),
  },
  {
    video_id: "copy-line-01",
    host: "file",
    title: "ＬＩＮＥ公式アカウントの「あいさつメッセージ」を育てる",
    description: paragraphs(`
      友だち追加の直後に届く最初の一通は、すべての登録者が必ず目にします。初期設定のままにしておくのは、もったいない場所です。

      名乗る、渡す、聞く。この三つを三つの吹き出しに分けて送ります。最後に質問を一つ添えると、返信率が上がり、その後の配信も届きやすくなります。

      ※配信数の上限は契約プランで変わります。公式の案内で確かめてください。
    `),
    categories: ["メール・LINE配信"],
    tags: ["SNS", "テンプレート", "初心者向け"],
    duration: 76,
    published_days_ago: 225.5,
    view_count: 1327,
    thumbnail: "copy-line-01",
    cover: { words: ["あいさつを", "育てる"], motif: "phone" },
    chapters: chapters(`
      0:00 必ず読まれる一通｜追加した直後の数秒に、何が表示されるかを見ます。
      0:15 名乗る｜誰が、どのくらいの頻度で送るのかを先に伝えます。
      0:31 渡す｜登録の理由になった特典を、迷わず受け取れる形で渡します。
      0:46 聞く｜選ぶだけで答えられる質問を一つ添えます。
      1:01 月に一度見直す｜返信の内容を読み、最初の一通に反映します。
    `),
  },
  {
    video_id: "copy-thanks-01",
    host: "file",
    title: "買ってくれた人に送る、お礼メール三通の型",
    description: paragraphs(`
      購入直後、3日後、3週間後。この三回のメールで「買ってよかった」を確かなものにします。次の商品を売るのは、そのあとです。

      一通目は受け取りの確認と次の手順だけ。二通目はつまずきやすい点。三通目で感想をお願いします。

      感想をいただくときの同意文: https://example.com/templates/consent
    `),
    categories: ["メール・LINE配信"],
    tags: ["メルマガ", "テンプレート"],
    duration: 70,
    published_days_ago: 405.2,
    view_count: 2038,
    thumbnail: "copy-thanks-01",
    cover: { words: ["お礼メール", "三通の型"], motif: "gift" },
    chapters: chapters(`
      0:00 買った直後の不安｜支払いのあとに訪れる迷いを、言葉でほどきます。
      0:14 一通目　受け取りと次の手順｜届く日と、最初にやることだけを書きます。
      0:28 二通目　つまずきやすい点｜三日後に、よくある質問を先回りして答えます。
      0:43 三通目　感想のお願い｜三週間後に、三つの質問で感想を聞きます。
      0:57 次の案内はそのあと｜関係が育ってから、次の商品を紹介します。
    `),
  },
];
