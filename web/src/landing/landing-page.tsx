import { Fragment, type ReactNode } from "react";
import { allSections, type SectionName } from "@manabiya/contract/site/landing/content.ts";
import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import type { LandingCopy } from "./landing-copy.ts";
import { Drawing } from "./drawing.tsx";
import { About } from "./sections/about.tsx";
import { Closing } from "./sections/closing.tsx";
import { Faq } from "./sections/faq.tsx";
import { Footer } from "./sections/footer.tsx";
import { Hero } from "./sections/hero.tsx";
import { OpenLessons } from "./sections/open-lessons.tsx";
import { Pricing } from "./sections/pricing.tsx";
import { Screens } from "./sections/screens.tsx";
import type { SectionProps } from "./sections/section.tsx";
import { Story, type StoryPanel } from "./sections/story.tsx";
import { Teacher } from "./sections/teacher.tsx";
import { TopBar } from "./sections/top-bar.tsx";
import { Videos } from "./sections/videos.tsx";
import { ActionLink } from "./sections/action-link.tsx";

/** Fewer videos would not speak for the service. */
const MIN_VIDEOS = 3;

const NO_VIDEOS: Showcase = { count: 0, videos: [], lessons: [] };

/** A page without its texts: its addresses, and its drawings by name. */
export interface DrawnPage extends Pick<LandingCopy, "path"> {
  href: LandingCopy["action"]["href"];
  hero: string;
  story: readonly StoryPanel[];
}

export interface LandingPageProps {
  showcase: Showcase | undefined;
  copy: LandingCopy;
  drawn: DrawnPage;
}

export function LandingPage({ copy, drawn, showcase = NO_VIDEOS }: LandingPageProps) {
  const isEmpty = (name: SectionName) =>
    (name === "videos" && showcase.videos.length < MIN_VIDEOS) ||
    (name === "open_lessons" && showcase.lessons.length === 0) ||
    (name === "teacher" && copy.teacher.name === "");
  const shown = allSections(copy.sections).filter((section) => section.shown && !isEmpty(section.name));
  // The people of the story stand in the other drawings, too.
  const isDrawn = shown.some(({ name }) => name === "story");
  return (
    <>
      <a
        href="#main"
        className="sr-only z-30 rounded-md bg-primary px-6 py-3 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        本文へ移動
      </a>
      <Drawing name="tones" />
      <TopBar home={copy.path} />
      <main id="main" tabIndex={-1}>
        <Hero copy={copy} drawing={isDrawn ? drawn.hero : "beckoning-cat"} />
        {/* The floating button ends with it, under the band of the last button. */}
        <div>
          {shown.map((section, index) => (
            <Fragment key={section.name}>
              {sectionOf(section.name, { drawn, isDrawn, showcase }, { copy, onSurface: index % 2 === 0 })}
            </Fragment>
          ))}
          <FloatingAction copy={copy} />
        </div>
        <BottomAction copy={copy} />
      </main>
      <Footer />
    </>
  );
}

interface Besides {
  drawn: DrawnPage;
  isDrawn: boolean;
  showcase: Showcase;
}

function sectionOf(name: SectionName, { drawn, isDrawn, showcase }: Besides, props: SectionProps): ReactNode {
  switch (name) {
    case "about":
      return <About {...props} isDrawn={isDrawn} />;
    case "story":
      return <Story {...props} panels={drawn.story} />;
    case "contents":
    case "achievements":
      return <Screens {...props} part={name} />;
    case "open_lessons":
      return <OpenLessons {...props} lessons={showcase.lessons} />;
    case "videos":
      return <Videos {...props} videos={showcase.videos} />;
    case "teacher":
      return <Teacher {...props} />;
    case "pricing":
      return <Pricing {...props} />;
    case "closing":
      return <Closing {...props} />;
    case "faq":
      return <Faq {...props} />;
  }
}

/**
 * Stays at the window's lower edge from the end of the first screen to the band of the last button, which slides over it, so
 * that no view shows the button twice.
 */
function FloatingAction({ copy }: { copy: LandingCopy }) {
  return (
    <aside
      aria-label="お申し込み"
      className="pointer-events-none sticky bottom-0 z-10 flex h-28 flex-col justify-end md:bottom-6 md:mr-6 md:items-end"
    >
      <div className="pointer-events-auto relative border-t border-border bg-surface p-3 md:border-0 md:bg-transparent md:p-0">
        <Drawing name="peeking-cat" />
        <ActionLink action={copy.action} className="relative w-full md:outline-2 md:outline-surface" />
      </div>
    </aside>
  );
}

function BottomAction({ copy }: { copy: LandingCopy }) {
  return (
    <section
      aria-labelledby="bottom-heading"
      className="relative z-20 -mt-28 bg-ai py-20 text-center text-paper md:py-24"
    >
      <div className="page-width flex flex-col items-center">
        <Drawing name="beckoning-cat" />
        <h2 id="bottom-heading" className="mt-6 text-xl md:text-2xl">
          {copy.farewell.heading}
        </h2>
        <p className="mt-8">
          <ActionLink action={copy.action} inverted />
        </p>
        <p className="phrase mt-3 text-sm text-balance">{copy.action.note}</p>
      </div>
    </section>
  );
}
