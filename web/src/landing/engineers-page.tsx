import { HeadlineTest } from "./achievements/headline-test.tsx";
import { MailTriage } from "./achievements/mail-triage.tsx";
import { PaymentPage } from "./achievements/payment-page.tsx";
import { ServicePage } from "./achievements/service-page.tsx";
import { HeroStall } from "./drawing/hero-stall.tsx";
import { PriceLesson } from "./drawing/lesson-screen.tsx";
import type { DrawnPage } from "./landing-page.tsx";
import { FinishedAtTwo } from "./story/engineer/finished-at-two.tsx";
import { FirstInquiry } from "./story/engineer/first-inquiry.tsx";
import { FirstLesson } from "./story/engineer/first-lesson.tsx";
import { MoreFeatures } from "./story/engineer/more-features.tsx";
import { NewHeadline } from "./story/engineer/new-headline.tsx";
import { NobodyCame } from "./story/engineer/nobody-came.tsx";
import { ToDeliver } from "./story/engineer/to-deliver.tsx";
import { WrongOrder } from "./story/engineer/wrong-order.tsx";

/** Page A, /landing. */
export const ENGINEERS_PAGE: DrawnPage = {
  path: "/landing",
  href: "/signup",
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
    <ServicePage key="ServicePage" />,
    <PaymentPage key="PaymentPage" />,
    <HeadlineTest key="HeadlineTest" />,
    <MailTriage key="MailTriage" />,
  ],
};
