import { Drawing } from "../drawing.tsx";
import { Section, type SectionProps } from "./section.tsx";

/** Illustrations of possible works, labelled as such: the page claims nobody's results. */
export function Achievements({
  copy: { achievements },
  drawings,
  ...section
}: SectionProps & { drawings: readonly string[] }) {
  return (
    <Section id="achievements" {...achievements} {...section}>
      <ul className="grid gap-x-8 gap-y-12 md:grid-cols-2">
        {achievements.works.map((item, index) => (
          <li key={index}>
            <figure>
              <div className="relative">
                <Drawing name={drawings[index] ?? ""} />
                <p className="absolute top-0 right-0 rounded-tr-lg rounded-bl-lg border-2 border-line bg-signal px-2.5 py-0.5 text-xs font-bold text-on-signal">
                  イメージ図です
                </p>
              </div>
              <figcaption className="mt-4">
                <h3 className="text-base">{item.title}</h3>
                <p className="mt-1 text-sm text-muted">{item.text}</p>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-10 text-xs text-muted">{achievements.note}</p>
    </Section>
  );
}
