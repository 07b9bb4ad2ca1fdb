import { Drawing } from "../drawing.tsx";
import { Section, type SectionProps } from "./section.tsx";

/** Examples: one video with its chapters, then titles by subject. */
export function Contents({ copy: { contents, about }, lesson, ...section }: SectionProps & { lesson: string }) {
  return (
    <Section id="contents" {...contents} {...section}>
      <div className="grid overflow-hidden rounded-lg border border-control-border lg:grid-cols-[7fr_5fr]">
        <Drawing name={lesson} />
        <div className="border-t border-control-border p-5 md:p-7 lg:border-t-0 lg:border-l">
          <h3 className="text-base md:text-lg">{contents.video}</h3>
          <p className="mt-5 text-xs font-bold text-muted">チャプター</p>
          <ol className="mt-1 divide-y divide-border">
            {contents.chapters.map((chapter, index) => (
              <li key={index} className="flex gap-4 py-3">
                <span className="shrink-0 text-sm font-bold text-primary">{chapter.time}</span>
                <span className="phrase text-sm">{chapter.title}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <ul className="mt-12 grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {about.subjects.map((subject, index) => (
          <li key={index}>
            <h3 className="border-b-2 border-primary pb-2 text-sm">{subject.title}</h3>
            <ul className="mt-1">
              {subject.examples.map((example, index) => (
                <li key={index} className="phrase border-b border-border py-2.5 text-sm">
                  {example}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-xs text-muted">{contents.note}</p>
    </Section>
  );
}
