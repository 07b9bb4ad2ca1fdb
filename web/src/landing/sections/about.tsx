import { Drawing } from "../drawing.tsx";
import { Section, type SectionProps } from "./section.tsx";

/** In the order of the page. */
const DRAWINGS = ["marketing", "copywriting", "programming", "ai"];

interface AboutProps extends SectionProps {
  /** The sample's four subjects have drawings. */
  isDrawn: boolean;
}

export function About({ copy: { about }, isDrawn, ...section }: AboutProps) {
  return (
    <Section id="about" {...about} {...section}>
      <ul className="grid gap-x-8 gap-y-8 sm:gap-y-10 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-6">
        {about.subjects.map((subject, index) => (
          <li
            key={index}
            className={
              isDrawn
                ? "grid grid-cols-[min(7rem,33%)_1fr] items-start gap-x-4 sm:block"
                : "border-t-2 border-primary pt-4"
            }
          >
            {isDrawn && <Drawing name={DRAWINGS[index] ?? "marketing"} />}
            <div className={isDrawn ? "sm:mt-4" : ""}>
              <h3 className="text-base">{subject.title}</h3>
              <p className="mt-1 text-sm text-muted sm:mt-2">{subject.promise}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
