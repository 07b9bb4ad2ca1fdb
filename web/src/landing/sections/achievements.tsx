import type { ReactNode } from "react";
import type { LandingCopy } from "../copy/landing-copy.ts";
import { Section } from "./section.tsx";

export interface Achievement {
  drawing: ReactNode;
  title: string;
  text: string;
}

/** Illustrations of possible works, labelled as such: the page claims nobody's results. */
export function Achievements({ copy, items }: { copy: LandingCopy; items: readonly Achievement[] }) {
  const { heading, lead } = copy.achievements;
  return (
    <Section id="achievements" period="四時間目" heading={heading} lead={lead}>
      <ul className="grid gap-x-8 gap-y-12 md:grid-cols-2">
        {items.map((item) => (
          <li key={item.title}>
            <figure>
              <div className="relative">
                {item.drawing}
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
      <p className="mt-10 text-xs text-muted">
        学んで取り組めることの例を絵にしたもので、会員の実績や、成果の保証ではありません。
      </p>
    </Section>
  );
}
