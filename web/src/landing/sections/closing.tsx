import { Drawing } from "../drawing.tsx";
import { placeholder } from "@manabiya/contract/rules/page-placeholders.ts";
import { Section, type SectionProps } from "./section.tsx";
import { withLines } from "./with-lines.tsx";

/** A letter to the reader. */
export function Closing({ copy: { closing }, ...section }: SectionProps) {
  return (
    <Section id="closing" {...closing} {...section} beside>
      <div className="max-w-reading space-y-6 text-base">
        {closing.paragraphs.map((paragraph, index) => (
          <p key={index}>{withLines(paragraph)}</p>
        ))}
      </div>
      <div className="mt-8 flex max-w-reading items-end justify-between gap-4">
        <Drawing name="sleeping-cat" />
        <p className="font-bold">{placeholder("SITE_NAME")}</p>
      </div>
    </Section>
  );
}
