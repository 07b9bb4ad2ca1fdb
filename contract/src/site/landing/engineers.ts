import type { LandingContent } from "./content.ts";
import { SHARED } from "./shared.ts";
import { QUESTIONS } from "./questions.ts";

/** Page A: for engineers who can build but cannot sell. */
export const ENGINEERS: LandingContent = {
  sections: SHARED.sections,
  search: {
    title: "つくれる人が、売れる人になる。",
    description:
      "エンジニアのための動画講座。マーケティング、コピーライティング、収益化プログラミング、AI活用・システム構築を、月あたり{月あたり}から（年額プラン・税込）学べます。",
  },
  action: {
    label: "会員登録（無料）へ進む",
    note: "会員登録は無料です。視聴にはプランのお申し込みが必要です。月あたり{月あたり}から（税込。年額プラン{年額}を一括払いの場合）",
  },
  hero: {
    audience: "エンジニアのための動画講座",
    heading: "つくれる人が、売れる人になる。",
    lead: "設計も実装も覚えてきた。けれど、売り方はだれにも教わらなかった。商品の考え方と言葉の使い方を、つくる人に合う順番で学べます。",
    picture: "",
    alt: "",
    facts: SHARED.facts,
  },
  about: {
    period: "一時間目",
    heading: "技術のとなりに、売り方の教科書を。",
    lead: "いいものをつくれば売れる、とはかぎりません。だれに、何を、どんな言葉で届けるか。その設計を、四つの教科で学びます。",
    subjects: [
      {
        title: "マーケティング",
        promise: "だれの困りごとを、いくらで解くのか。コードを書く前に決められるようになります。",
      },
      { title: "コピーライティング", promise: "機能の説明を、読んだ人が「自分のことだ」と思う言葉に書き換えます。" },
      {
        title: "収益化プログラミング",
        promise: "決済、会員、予約。お金が動くところまで、自分の手でつくれるようになります。",
      },
      {
        title: "AI活用・システム構築",
        promise: "問い合わせの下書き、集計、議事録。くり返しの仕事をAIに渡し、つくる時間を取り戻します。",
      },
    ],
  },
  story: {
    period: "二時間目",
    heading: "つくれるのに、売れなかった人の話。",
    lead: "あなたにも、ありませんか。完成した夜がいちばん静かだった、ということが。",
    note: SHARED.storyNote,
  },
  contents: {
    period: "三時間目",
    heading: "知りたい場面へ、まっすぐ。",
    lead: "動画はチャプターに分かれ、それぞれに要約がつきます。知りたいところから、必要な分だけ見られます。",
    features: SHARED.findAndNote,
    note: SHARED.screensNote,
  },
  achievements: {
    period: "四時間目",
    heading: "忙しい週でも、積み上がる。",
    lead: "何から見るか、今日はどこまで進めるか。迷う時間をなくして、学んだ分が残るようにしました。",
    features: SHARED.planAndFollow,
    note: SHARED.screensNote,
  },
  closing: {
    period: "終わりの会",
    heading: "いい仕事ほど、黙っていてはもったいない。",
    paragraphs: [
      "夜おそくまで直したあの不具合も、だれも気づかない速さへのこだわりも、届いてはじめて、だれかの役に立ちます。",
      "売るというのは、押しつけることではありません。困っている人に「ここにあります」と知らせることです。それなら、つくる人にもできる。むしろ、つくる人にしかできないと、わたしたちは思います。",
      "次につくるものが、待っている人のところへ届きますように。",
    ],
  },
  farewell: { heading: "次の一作を、待っている人へ。" },
  open_lessons: SHARED.openLessons,
  videos: SHARED.videos,
  teacher: SHARED.teacher,
  pricing: SHARED.pricing,
  faq: {
    period: "質問の時間",
    heading: "よくある質問",
    questions: [
      QUESTIONS.skills,
      QUESTIONS.pace,
      QUESTIONS.time,
      QUESTIONS.results,
      QUESTIONS.payment,
      QUESTIONS.cancel,
      QUESTIONS.change,
      QUESTIONS.ads,
      QUESTIONS.rise,
      QUESTIONS.trial,
    ],
  },
};
