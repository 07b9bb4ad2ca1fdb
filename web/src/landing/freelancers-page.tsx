import { MailTriage } from "./achievements/mail-triage.tsx";
import { MenuRewrite } from "./achievements/menu-rewrite.tsx";
import { ProfilePage } from "./achievements/profile-page.tsx";
import { Proposal } from "./achievements/proposal.tsx";
import { FREELANCERS } from "./copy/freelancers.ts";
import { HeroStall } from "./drawing/hero-stall.tsx";
import { IntroductionLesson } from "./drawing/lesson-screen.tsx";
import type { LandingPageProps } from "./landing-page.tsx";
import { FirstRequest } from "./story/freelancer/first-request.tsx";
import { FreeWeek } from "./story/freelancer/free-week.tsx";
import { LastTrain } from "./story/freelancer/last-train.tsx";
import { NewProfile } from "./story/freelancer/new-profile.tsx";
import { OneHourTonight } from "./story/freelancer/one-hour-tonight.tsx";
import { Someday } from "./story/freelancer/someday.tsx";
import { TooMuchAdvice } from "./story/freelancer/too-much-advice.tsx";
import { WhomToHelp } from "./story/freelancer/whom-to-help.tsx";

/** Page B, /freelanding. */
export const FREELANCERS_PAGE: LandingPageProps = {
  copy: FREELANCERS,
  hero: (
    <HeroStall
      keeper="worker"
      sign="準備中"
      banner={["今夜、開店準備"]}
      description="ノートパソコンが小さなお店になった絵。会社員のハナが、ひさしの下で笑っている。窓の外は夜。画面には準備中の札、となりで三毛猫が手まねきしている。"
    />
  ),
  story: [
    { width: "narrow", panel: <LastTrain /> },
    { width: "wide", panel: <Someday /> },
    { width: "wide", panel: <TooMuchAdvice /> },
    { width: "narrow", panel: <FreeWeek /> },
    { width: "whole", panel: <WhomToHelp /> },
    { width: "narrow", panel: <NewProfile /> },
    { width: "wide", panel: <FirstRequest /> },
    { width: "whole", panel: <OneHourTonight /> },
  ],
  lesson: <IntroductionLesson />,
  achievements: [
    {
      drawing: <ProfilePage />,
      title: "相談したくなる紹介ページ",
      text: "だれの役に立てる人なのか。名刺の代わりに見せられる一枚を、自分でつくります。",
    },
    {
      drawing: <MenuRewrite />,
      title: "読んだ人が動く紹介文",
      text: "身近なお店の言葉を、直してみる。直す前と後の一組が、最初の作品になります。",
    },
    {
      drawing: <Proposal />,
      title: "やさしい三段の提案書",
      text: "何を、どの順で、いつまでに。はじめての相手にも安心してもらえる形に整えます。",
    },
    {
      drawing: <MailTriage />,
      title: "連絡を見落とさない仕組み",
      text: "届いたメールの仕分けと返事の下書きを、AIに手伝ってもらいます。仕事は1時間でも進みます。",
    },
  ],
};
