import type { LandingContent } from "./content.ts";
import { QUESTIONS } from "./questions.ts";
import { SHARED } from "./shared.ts";

/** Page B: for those who want a side business or to work on their own. */
export const FREELANCERS: LandingContent = {
  sections: SHARED.sections,
  search: {
    title: "夜の1時間が、わたしの店になる。",
    description:
      "フリーランスや副業を始めたい人のための動画講座。1週間は無料で、支払い情報の登録はいりません。自動で有料になることもありません。",
  },
  action: { label: "1週間、無料で試す", note: "支払い情報はいりません。自動で有料にもなりません。" },
  hero: {
    audience: "仕事のあとの時間で、副業や独立をめざす人へ",
    heading: "夜の1時間が、わたしの店になる。",
    lead: "特別な才能や、大きな貯金の話はしません。困っている人を見つけ、伝わる言葉で声をかけ、道具をそろえる。その順番を、動画で一つずつ学べます。",
    picture: "",
    alt: "",
    facts: SHARED.facts,
  },
  about: {
    period: "一時間目",
    heading: "はじめの一歩に必要な、四つの教科。",
    lead: "会社では教わらないけれど、一人で働くなら毎日使うこと。はじめての人が迷わない順番で並べました。",
    subjects: [
      { title: "マーケティング", promise: "自分にできることの中から、よろこんで払ってもらえる仕事を見つけます。" },
      {
        title: "コピーライティング",
        promise: "自己紹介、提案文、お礼のメール。会う前に信頼される文章を書けるようになります。",
      },
      {
        title: "収益化プログラミング",
        promise: "紹介ページや申し込みフォームを、自分でつくって直せるようになります。",
      },
      {
        title: "AI活用・システム構築",
        promise: "調べもの、下書き、請求の準備。AIを助手にして、1時間でできることを増やします。",
      },
    ],
  },
  story: {
    period: "二時間目",
    heading: "「いつか」を、今夜に変えた人の話。",
    lead: "やってみたい気持ちはある。足りないのは、順番だけかもしれません。",
    note: SHARED.storyNote,
  },
  contents: {
    period: "三時間目",
    heading: "ひと晩に、1チャプターずつ。",
    lead: "動画はチャプターに分かれ、それぞれに要約がつきます。通勤の電車でも、ふとんの中でも、続きから見られます。",
    features: SHARED.findAndNote,
    note: SHARED.screensNote,
  },
  achievements: {
    period: "四時間目",
    heading: "学んだぶんだけ、手もとに残る。",
    lead: "見て終わりにしないために、今日の分と、ここまでの歩みが、いつでも目に入ります。",
    features: SHARED.planAndFollow,
    note: SHARED.screensNote,
  },
  closing: {
    period: "終わりの会",
    heading: "会社を辞めなくても、今夜、始められる。",
    paragraphs: [
      "いきなり独立しなくていい。はじめは、週に1時間を自分のために空けるだけで十分です。",
      "だれかに「助かりました」と言われた日から、働くことの意味は少し変わります。金額は小さくても、自分で見つけて、自分で届けた仕事だからです。",
      "1週間、試してみてください。合わなければ、そのまま閉じて大丈夫です。料金は、いっさいかかりません。",
    ],
  },
  farewell: { heading: "今夜の1時間から、始めませんか。" },
  open_lessons: SHARED.openLessons,
  videos: SHARED.videos,
  teacher: SHARED.teacher,
  pricing: SHARED.pricing,
  faq: {
    period: "質問の時間",
    heading: "よくある質問",
    questions: [
      QUESTIONS.charge,
      QUESTIONS.beginner,
      QUESTIONS.idea,
      QUESTIONS.time,
      QUESTIONS.after,
      QUESTIONS.results,
      QUESTIONS.phone,
      QUESTIONS.pace,
      QUESTIONS.payment,
      QUESTIONS.cancel,
      QUESTIONS.ads,
      QUESTIONS.rise,
    ],
  },
};
