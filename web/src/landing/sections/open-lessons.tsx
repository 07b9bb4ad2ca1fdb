import type { Showcase } from "@manabiya/contract/site/published-pages.ts";
import { Section, type SectionProps } from "./section.tsx";
import { VideoPicture } from "./video-picture.tsx";

interface OpenLessonsProps extends SectionProps {
  lessons: Showcase["lessons"];
}

/** Videos that everybody may watch. */
export function OpenLessons({ copy, lessons, ...section }: OpenLessonsProps) {
  return (
    <Section id="open-lessons" {...copy.open_lessons} {...section}>
      <ul className="flex flex-wrap gap-6">
        {lessons.map((lesson) => (
          <li key={lesson.id} className="w-full max-w-md">
            <a
              href={`/open/${lesson.id}`}
              className="block overflow-hidden rounded-lg border border-control-border bg-surface hover:underline"
            >
              <VideoPicture {...lesson} />
              <h3 className="px-4 pt-4 text-base">{lesson.title}</h3>
              <span className="inline-flex min-h-target items-center px-4 font-bold text-primary">無料で見る</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
