import { MailTriage } from "./achievements/mail-triage.tsx";
import { MenuRewrite } from "./achievements/menu-rewrite.tsx";
import { ProfilePage } from "./achievements/profile-page.tsx";
import { Proposal } from "./achievements/proposal.tsx";
import { HeroStall } from "./drawing/hero-stall.tsx";
import { IntroductionLesson } from "./drawing/lesson-screen.tsx";
import type { DrawnPage } from "./landing-page.tsx";
import { FirstRequest } from "./story/freelancer/first-request.tsx";
import { FreeWeek } from "./story/freelancer/free-week.tsx";
import { LastTrain } from "./story/freelancer/last-train.tsx";
import { NewProfile } from "./story/freelancer/new-profile.tsx";
import { OneHourTonight } from "./story/freelancer/one-hour-tonight.tsx";
import { Someday } from "./story/freelancer/someday.tsx";
import { TooMuchAdvice } from "./story/freelancer/too-much-advice.tsx";
import { WhomToHelp } from "./story/freelancer/whom-to-help.tsx";

/** Page B, /freelanding. */
export const FREELANCERS_PAGE: DrawnPage = {
  path: "/freelanding",
  href: "/trial",
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
    <ProfilePage key="ProfilePage" />,
    <MenuRewrite key="MenuRewrite" />,
    <Proposal key="Proposal" />,
    <MailTriage key="MailTriage" />,
  ],
};
