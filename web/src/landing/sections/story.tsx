import { Drawing } from "../drawing.tsx";
import { Section, type SectionProps } from "./section.tsx";

/** Shares of the page's width; the panels of a row add up to it. */
const WIDTHS = { wide: "md:w-[57.2%]", narrow: "md:w-[40.9%]", whole: "md:w-full" } as const;

export interface StoryPanel {
  width: keyof typeof WIDTHS;
  drawing: string;
}

/** The manga: a page that reads from right to left; on phones one panel below the other. */
export function Story({ copy: { story }, panels, ...section }: SectionProps & { panels: readonly StoryPanel[] }) {
  return (
    <Section id="story" {...story} {...section}>
      <p className="mx-auto mb-3 hidden max-w-[54rem] text-right text-xs text-muted md:block">
        右上のコマから左へ、お読みください。
      </p>
      <ol className="mx-auto flex max-w-[54rem] flex-col gap-3 rounded-md border-border bg-paper md:flex-row-reverse md:flex-wrap md:justify-between md:gap-x-0 md:gap-y-4 md:border md:p-8">
        {panels.map(({ width, drawing }) => (
          <li key={drawing} className={WIDTHS[width]}>
            <Drawing name={drawing} />
          </li>
        ))}
      </ol>
      <p className="mx-auto mt-4 max-w-[54rem] text-xs text-muted">{story.note}</p>
    </Section>
  );
}
