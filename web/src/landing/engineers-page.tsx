import { HeadlineTest } from "./achievements/headline-test.tsx";
import { MailTriage } from "./achievements/mail-triage.tsx";
import { PaymentPage } from "./achievements/payment-page.tsx";
import { ServicePage } from "./achievements/service-page.tsx";
import { ENGINEERS } from "./copy/engineers.ts";
import { HeroStall } from "./drawing/hero-stall.tsx";
import { PriceLesson } from "./drawing/lesson-screen.tsx";
import type { LandingPageProps } from "./landing-page.tsx";
import { FinishedAtTwo } from "./story/engineer/finished-at-two.tsx";
import { FirstInquiry } from "./story/engineer/first-inquiry.tsx";
import { FirstLesson } from "./story/engineer/first-lesson.tsx";
import { MoreFeatures } from "./story/engineer/more-features.tsx";
import { NewHeadline } from "./story/engineer/new-headline.tsx";
import { NobodyCame } from "./story/engineer/nobody-came.tsx";
import { ToDeliver } from "./story/engineer/to-deliver.tsx";
import { WrongOrder } from "./story/engineer/wrong-order.tsx";

/** Page A, /landing. */
export const ENGINEERS_PAGE: LandingPageProps = {
  copy: ENGINEERS,
  hero: (
    <HeroStall
      keeper="engineer"
      sign="営業中"
      banner={["つくった、届いた"]}
      description="ノートパソコンが小さなお店になった絵。エンジニアのツクルが、ひさしの下で笑っている。画面には営業中の札、となりで三毛猫が手まねきしている。"
    />
  ),
  story: [
    { width: "wide", panel: <FinishedAtTwo /> },
    { width: "narrow", panel: <NobodyCame /> },
    { width: "narrow", panel: <MoreFeatures /> },
    { width: "wide", panel: <FirstLesson /> },
    { width: "whole", panel: <WrongOrder /> },
    { width: "wide", panel: <NewHeadline /> },
    { width: "narrow", panel: <FirstInquiry /> },
    { width: "whole", panel: <ToDeliver /> },
  ],
  lesson: <PriceLesson />,
  achievements: [
    {
      drawing: <ServicePage />,
      title: "自分のサービスの紹介ページ",
      text: "だれの、どんな困りごとを解くのか。ひと目で伝わる見出しと構成を、自分の言葉で組み立てます。",
    },
    {
      drawing: <PaymentPage />,
      title: "お金を受け取れる申し込み画面",
      text: "プラン選びからお支払い、完了の知らせまで。途中で迷わせない流れをつくります。",
    },
    {
      drawing: <HeadlineTest />,
      title: "言葉をくらべて選ぶ習慣",
      text: "思いつきではなく、読まれ方で見出しを選ぶ。コードと同じように、言葉も試して直せます。",
    },
    {
      drawing: <MailTriage />,
      title: "問い合わせを仕分けるAIの仕組み",
      text: "急ぎの相談を見落とさず、返事の下書きまで用意する。一人で続けるための助手をつくります。",
    },
  ],
};
