import type { DocumentContent } from "../documents.ts";
import { LANDING_SCHEMAS, type LandingContent, type LandingVariant, SECTION_NAMES } from "./content.ts";
import texts from "./samples.json" with { type: "json" };

const { engineers, freelancers, shared, questions } = texts;

/** Today's pages are the default content. */
export const LANDINGS: Record<LandingVariant, DocumentContent<LandingContent>> = {
  a: { fields: LANDING_SCHEMAS, defaults: sampleOf(engineers) },
  b: { fields: LANDING_SCHEMAS, defaults: sampleOf(freelancers) },
};

/** @returns the texts of one page with those of both. Each page chooses its questions and their order. */
function sampleOf({ questions: names, ...own }: typeof engineers): LandingContent {
  return {
    ...own,
    ...shared,
    sections: SECTION_NAMES.map((name) => ({ name, shown: true })),
    hero: { ...own.hero, ...shared.hero },
    story: { ...own.story, ...shared.story },
    contents: { ...own.contents, ...shared.contents },
    achievements: { ...own.achievements, ...shared.achievements },
    faq: {
      ...shared.faq,
      questions: names.map((name) => ({ href: "", label: "", ...questions[name as keyof typeof questions] })),
    },
  };
}
