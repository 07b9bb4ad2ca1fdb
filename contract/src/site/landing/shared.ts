import { SECTION_NAMES, type LandingContent } from "./content.ts";

const pricing: LandingContent["pricing"] = {
  period: "料金",
  heading: "月あたり{月あたり}から。",
  lead: "年額プラン{年額}（税込）を一括でお支払いいただく場合の、1か月あたりの金額です。プランは二つ。見られる動画も使える機能も、まったく同じです。",
  monthly: "1か月ずつ続けたい人に。あとから年額プランへ変えられます。",
  yearly: "月あたり{月あたり}。月額プランを1年続けるより、{年額の割引額}安くなります。",
  saving: "{お得な月数}か月分お得",
  trial:
    "支払い情報の登録はいりません。7日が過ぎても、自動で有料になることはありません。続けたくなったら、ログインしてプロフィールからお申し込みください。",
  included_heading: "どちらのプランにも含まれます",
  included: ["すべての動画が見放題", "チャプターごとの要約", "お気に入りと「後で見る」", "いつでも解約可能"],
  notes_heading: "始める前に、お伝えしておくこと",
  notes: [
    "お支払いはクレジットカードです。解約のお手続きをされるまで、1か月または1年ごとに自動で更新されます。期間の途中で解約した場合、残りの期間分の返金はありません（期間の終わりまで視聴できます）。",
    "動画は外部の動画サービスのプレーヤーで再生するため、広告が入ることがあります。",
    "動画の増加や配信サービスの変更に伴い、料金を改定（値上げ）することがあります。",
  ],
};

/** Texts that both pages have. */
export const SHARED = {
  sections: SECTION_NAMES.map((name) => ({ name, shown: true })),
  facts: [
    { value: "月8〜10本", label: "新しい動画（目安）" },
    { value: "ぜんぶ", label: "見放題" },
    { value: "いつでも", label: "解約できる" },
  ],
  storyNote: "この物語はフィクションです。登場する人物やサービスは架空のもので、成果をお約束するものではありません。",
  contentsNote: "内容の例です。実際の動画のタイトルや長さとは異なることがあります。",
  worksNote: "学んで取り組めることの例を絵にしたもので、会員の実績や、成果の保証ではありません。",
  videos: {
    period: "教材",
    heading: "{動画の本数}本の動画が、待っています。",
    lead: "いま見られる動画から、一部をご紹介します。",
    chosen: [],
  },
  teacher: { period: "先生", heading: "教える人", name: "", title: "", picture: "", alt: "", text: "", works: [] },
  pricing,
};
