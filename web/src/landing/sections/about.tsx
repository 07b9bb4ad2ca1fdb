import { SUBJECT_TITLES, type LandingCopy } from "../copy/landing-copy.ts";
import { SubjectDrawing } from "../drawing/subject-drawing.tsx";
import { Section } from "./section.tsx";

export function About({ copy: { about } }: { copy: LandingCopy }) {
  return (
    <Section id="about" period="一時間目" heading={about.heading} lead={about.lead} className="bg-surface">
      <ul className="grid gap-x-8 gap-y-8 sm:gap-y-10 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-6">
        {about.subjects.map((subject) => (
          <li key={subject.name} className="grid grid-cols-[7rem_1fr] items-start gap-x-4 sm:block">
            <SubjectDrawing subject={subject.name} />
            <div className="sm:mt-4">
              <h3 className="text-base">{SUBJECT_TITLES[subject.name]}</h3>
              <p className="mt-1 text-sm text-muted sm:mt-2">{subject.promise}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
