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
        examples: ["最初の10人に話を聞く", "値段のつけ方の基本", "つくる前に売ってみる"],
      },
      {
        title: "コピーライティング",
        promise: "機能の説明を、読んだ人が「自分のことだ」と思う言葉に書き換えます。",
        examples: ["機能を利点に言い換える", "見出しを10本書く練習", "紹介ページの組み立て"],
      },
      {
        title: "収益化プログラミング",
        promise: "決済、会員、予約。お金が動くところまで、自分の手でつくれるようになります。",
        examples: ["定期課金を組み込む", "小さく出して早く直す", "申し込みフォームの改善"],
      },
      {
        title: "AI活用・システム構築",
        promise: "問い合わせの下書き、集計、議事録。くり返しの仕事をAIに渡し、つくる時間を取り戻します。",
        examples: ["問い合わせを仕分ける", "下書きを任せて仕上げる", "毎週の集計を自動にする"],
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
    heading: "一本の動画は、こんな中身です。",
    lead: "動画はチャプターに分かれ、それぞれに要約がつきます。知りたいところから、必要な分だけ見られます。",
    video: "値段のつけ方の基本：時給の計算から離れる",
    chapters: [
      { time: "00:00", title: "時給で考えると、なぜ苦しくなるのか" },
      { time: "02:40", title: "「困りごとの値段」を調べる" },
      { time: "06:15", title: "三段の料金表をつくる" },
      { time: "11:30", title: "値上げを伝える文面" },
    ],
    note: SHARED.contentsNote,
  },
  achievements: {
    period: "四時間目",
    heading: "学んだ先に、つくれるもの。",
    lead: "動画で学ぶことを、自分の仕事に当てはめると、こんなものができあがります。",
    works: [
      {
        title: "自分のサービスの紹介ページ",
        text: "だれの、どんな困りごとを解くのか。ひと目で伝わる見出しと構成を、自分の言葉で組み立てます。",
      },
      {
        title: "お金を受け取れる申し込み画面",
        text: "プラン選びからお支払い、完了の知らせまで。途中で迷わせない流れをつくります。",
      },
      {
        title: "言葉をくらべて選ぶ習慣",
        text: "思いつきではなく、読まれ方で見出しを選ぶ。コードと同じように、言葉も試して直せます。",
      },
      {
        title: "問い合わせを仕分けるAIの仕組み",
        text: "急ぎの相談を見落とさず、返事の下書きまで用意する。一人で続けるための助手をつくります。",
      },
    ],
    note: SHARED.worksNote,
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
