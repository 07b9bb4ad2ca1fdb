import { Section, type SectionProps } from "./section.tsx";
import { withLines } from "./with-lines.tsx";

/** The person who teaches, and their work. */
export function Teacher({ copy: { teacher }, ...section }: SectionProps) {
  const { name, title, text, works } = teacher;
  return (
    <Section id="teacher" period={teacher.period} heading={teacher.heading || name} {...section}>
      <div className="max-w-reading">
        <h3 className="text-lg">{name}</h3>
        {title !== "" && <p className="mt-1 text-sm text-muted">{title}</p>}
        {text !== "" && <p className="mt-4 text-base">{withLines(text)}</p>}
        {works.length > 0 && (
          <ul className="mt-6 list-disc space-y-1 pl-5 text-sm">
            {works.map((work, index) => (
              <li key={index}>
                {work.href === "" ? (
                  work.title
                ) : (
                  <a href={work.href} rel="noopener" className="text-primary underline underline-offset-4">
                    {work.title}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
