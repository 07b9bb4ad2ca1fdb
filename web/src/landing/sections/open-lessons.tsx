import { OPEN_LESSON_MARKS } from "@manabiya/contract/catalogue/open-lesson-marks.ts";
import { Section, type SectionProps } from "./section.tsx";

const { part, lesson, id, title, length, small, large } = OPEN_LESSON_MARKS;

/** Videos that everybody may watch, which the server fills in. Without one it leaves the whole section out. */
export function OpenLessons({ copy, ...section }: SectionProps) {
  return (
    <>
      {part[0]}
      <Section id="open-lessons" {...copy.open_lessons} {...section}>
        <ul className="flex flex-wrap gap-6">
          {lesson[0]}
          <li className="w-full max-w-md">
            <a
              href={`/open/${id}`}
              className="block overflow-hidden rounded-lg border border-control-border bg-surface hover:underline"
            >
              <img
                src={large}
                srcSet={`${small} 320w, ${large} 640w`}
                sizes="(min-width: 30rem) 28rem, 100vw"
                width={640}
                height={360}
                loading="lazy"
                decoding="async"
                alt=""
                className="aspect-video w-full object-cover"
              />
              <span className="block px-4 pt-4 text-base font-bold break-keep wrap-anywhere">{title}</span>
              <span className="flex flex-wrap gap-x-4 p-4 pt-2 text-sm text-primary">
                無料で見る
                <span className="text-muted">{length}</span>
              </span>
            </a>
          </li>
          {lesson[1]}
        </ul>
      </Section>
      {part[1]}
    </>
  );
}
