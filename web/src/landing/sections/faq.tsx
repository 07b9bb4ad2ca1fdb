import { Section, type SectionProps } from "./section.tsx";
import { withLines } from "./with-lines.tsx";
import { Stroke } from "../drawing.tsx";

/** The shared name keeps one item open at a time, without script. */
export function Faq({ copy: { faq }, ...section }: SectionProps) {
  return (
    <Section id="faq" {...faq} {...section} beside>
      <div className="border-t border-border">
        {faq.questions.map(({ question, answer, href, label }, index) => (
          <details key={index} name="faq" className="border-b border-border">
            <summary className="flex min-h-16 items-center justify-between gap-4 py-3 phrase text-base font-bold hover:text-primary">
              {question}
              <Stroke data-chevron path="m2 5 6 6 6-6" className="shrink-0" />
            </summary>
            <p className="max-w-reading pb-6 text-base text-muted">{withLines(answer)}</p>
            {href !== "" && label !== "" && (
              <p className="-mt-4 pb-4">
                <a
                  href={href}
                  className="inline-flex min-h-target items-center font-bold text-primary underline underline-offset-4"
                >
                  {label}
                </a>
              </p>
            )}
          </details>
        ))}
      </div>
    </Section>
  );
}
