import { Fragment, type ReactNode } from "react";
import { allSections, type SectionName } from "@manabiya/contract/site/landing/content.ts";
import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import type { LandingCopy } from "./landing-copy.ts";
import { Drawing } from "./drawing.tsx";
import { About } from "./sections/about.tsx";
import { Achievements } from "./sections/achievements.tsx";
import { BottomAction } from "./sections/bottom-action.tsx";
import { Closing } from "./sections/closing.tsx";
import { Contents } from "./sections/contents.tsx";
import { Faq } from "./sections/faq.tsx";
import { FloatingAction } from "./sections/floating-action.tsx";
import { Footer } from "./sections/footer.tsx";
import { Hero } from "./sections/hero.tsx";
import { OpenLessons } from "./sections/open-lessons.tsx";
import { Pricing } from "./sections/pricing.tsx";
import type { SectionProps } from "./sections/section.tsx";
import { Story, type StoryPanel } from "./sections/story.tsx";
import { Teacher } from "./sections/teacher.tsx";
import { TopBar } from "./sections/top-bar.tsx";
import { Videos } from "./sections/videos.tsx";

/** Fewer videos would not speak for the service. */
const MIN_VIDEOS = 3;

/** A page without its texts: its addresses, and its drawings by name. */
export interface DrawnPage extends Pick<LandingCopy, "path"> {
  href: LandingCopy["action"]["href"];
  hero: string;
  story: readonly StoryPanel[];
  /** The video that the contents section opens. */
  lesson: string;
  /** One for each work of the content. */
  achievements: readonly string[];
}

export interface LandingPageProps {
  showcase: Showcase | undefined;
  copy: LandingCopy;
  drawn: DrawnPage;
}

export function LandingPage({ copy, drawn, showcase }: LandingPageProps) {
  const isEmpty = (name: SectionName) =>
    (name === "videos" && (showcase?.videos.length ?? 0) < MIN_VIDEOS) ||
    (name === "teacher" && copy.teacher.name === "");
  const shown = allSections(copy.sections).filter((section) => section.shown && !isEmpty(section.name));
  // Without a lesson the server leaves this section out, and the others still alternate.
  const striped = shown.filter(({ name }) => name !== "open_lessons");
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
        <Hero copy={copy} drawing={drawn.hero} />
        {shown.map((section) => (
          <Fragment key={section.name}>
            {sectionOf(
              section.name,
              { drawn, videos: showcase?.videos ?? [] },
              { copy, onSurface: striped.indexOf(section) % 2 === 0 },
            )}
          </Fragment>
        ))}
        <BottomAction copy={copy} />
      </main>
      <Footer />
      <FloatingAction copy={copy} />
    </>
  );
}

interface Besides {
  drawn: DrawnPage;
  videos: Showcase["videos"];
}

function sectionOf(name: SectionName, { drawn, videos }: Besides, props: SectionProps): ReactNode {
  switch (name) {
    case "about":
      return <About {...props} />;
    case "story":
      return <Story {...props} panels={drawn.story} />;
    case "contents":
      return <Contents {...props} lesson={drawn.lesson} />;
    case "open_lessons":
      return <OpenLessons {...props} />;
    case "videos":
      return <Videos {...props} videos={videos} />;
    case "teacher":
      return <Teacher {...props} />;
    case "achievements":
      return <Achievements {...props} drawings={drawn.achievements} />;
    case "pricing":
      return <Pricing {...props} />;
    case "closing":
      return <Closing {...props} />;
    case "faq":
      return <Faq {...props} />;
  }
}
