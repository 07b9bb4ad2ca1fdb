import { pictureAddress } from "@manabiya/contract/site/landing/content.ts";
import { Section, type SectionProps } from "./section.tsx";
import { withLines } from "./with-lines.tsx";

/** The person who teaches, and their work. */
export function Teacher({ copy: { teacher }, ...section }: SectionProps) {
  const { name, title, picture, alt, text, works } = teacher;
  return (
    <Section id="teacher" period={teacher.period} heading={teacher.heading || name} {...section}>
      <div className="grid max-w-4xl gap-8 sm:grid-cols-[12rem_1fr]">
        {picture !== "" && (
          <img
            src={pictureAddress(picture)}
            alt={alt}
            width={400}
            height={400}
            loading="lazy"
            decoding="async"
            className="h-auto w-48 rounded-lg"
          />
        )}
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
      </div>
    </Section>
  );
}
