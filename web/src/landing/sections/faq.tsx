import type { LandingCopy } from "../copy/landing-copy.ts";
import { Section } from "./section.tsx";

/** The shared name keeps one item open at a time, without script. */
export function Faq({ copy: { questions } }: { copy: LandingCopy }) {
  return (
    <Section id="faq" period="質問の時間" heading="よくある質問" className="bg-surface" beside>
      <div className="border-t border-border">
        {questions.map(({ question, answer, link }) => (
          <details key={question} name="faq" className="border-b border-border">
            <summary className="flex min-h-16 items-center justify-between gap-4 py-3 phrase text-base font-bold hover:text-primary">
              {question}
              <svg data-chevron viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
                <path
                  d="m2 5 6 6 6-6"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2.5"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            </summary>
            <p className="max-w-reading pb-6 text-base text-muted">{answer}</p>
            {link && (
              <p className="-mt-4 pb-4">
                <a
                  href={link.href}
                  className="inline-flex min-h-target items-center font-bold text-primary underline underline-offset-4"
                >
                  {link.label}
                </a>
              </p>
            )}
          </details>
        ))}
      </div>
    </Section>
  );
}
