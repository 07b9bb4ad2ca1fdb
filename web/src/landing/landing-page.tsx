import type { ReactNode } from "react";
import type { LandingCopy } from "./copy/landing-copy.ts";
import { ToneDefinitions } from "./drawing/tones.tsx";
import { About } from "./sections/about.tsx";
import { Achievements, type Achievement } from "./sections/achievements.tsx";
import { BottomAction } from "./sections/bottom-action.tsx";
import { Closing } from "./sections/closing.tsx";
import { Contents } from "./sections/contents.tsx";
import { Faq } from "./sections/faq.tsx";
import { FloatingAction } from "./sections/floating-action.tsx";
import { Footer } from "./sections/footer.tsx";
import { Hero } from "./sections/hero.tsx";
import { OpenLessons } from "./sections/open-lessons.tsx";
import { Pricing } from "./sections/pricing.tsx";
import { Story, type StoryPanel } from "./sections/story.tsx";
import { TopBar } from "./sections/top-bar.tsx";

export interface LandingPageProps {
  copy: LandingCopy;
  hero: ReactNode;
  story: readonly StoryPanel[];
  /** The video that the contents section opens. */
  lesson: ReactNode;
  achievements: readonly Achievement[];
}

export function LandingPage({ copy, hero, story, lesson, achievements }: LandingPageProps) {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-30 rounded-md bg-primary px-6 py-3 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        本文へ移動
      </a>
      <ToneDefinitions />
      <TopBar home={copy.path} />
      <main id="main" tabIndex={-1}>
        <Hero copy={copy} drawing={hero} />
        <About copy={copy} />
        <Story copy={copy} panels={story} />
        <Contents copy={copy} lesson={lesson} />
        <OpenLessons />
        <Achievements copy={copy} items={achievements} />
        <Pricing copy={copy} />
        <Closing copy={copy} />
        <Faq copy={copy} />
        <BottomAction copy={copy} />
      </main>
      <Footer />
      <FloatingAction copy={copy} />
    </>
  );
}
