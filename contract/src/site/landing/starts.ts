import type { LandingContent, LandingVariant } from "./content.ts";
import { LANDINGS } from "./documents.ts";
import { QUESTIONS } from "./questions.ts";
import starts from "./starts.json" with { type: "json" };

export type Start = keyof typeof starts;

/** Texts for operators who teach something else than the sample's subjects. */
export const START_NAMES = Object.entries(starts).map(([start, { name }]) => ({ start: start as Start, name }));

/** Answers that hold for the sample's subjects alone. */
const OF_THE_SAMPLE: readonly string[] = (["skills", "pace", "results", "beginner", "idea"] as const).map(
  (name) => QUESTIONS[name].question,
);

/** The numbers of the sample say how often its own videos appear. */
const FACTS = [
  { value: "{動画の本数}本", label: "いま見られる動画" },
  { value: "ぜんぶ", label: "見放題" },
  { value: "いつでも", label: "解約できる" },
];

/** @returns a whole page for another subject, without the sample's story and its drawings */
export function contentFor(start: Start, variant: LandingVariant): LandingContent {
  const { audience, heading, lead, about, subjects, closing, paragraphs, farewell } = starts[start];
  const { defaults } = LANDINGS[variant];
  const { questions } = defaults.faq;
  return {
    ...defaults,
    sections: defaults.sections.map(({ name }) => ({ name, shown: name !== "story" })),
    search: { title: heading, description: lead },
    hero: { ...defaults.hero, audience, heading, lead, facts: FACTS },
    about: { ...defaults.about, heading: about, lead: "", subjects },
    contents: { ...defaults.contents, period: "二時間目" },
    achievements: { ...defaults.achievements, period: "三時間目" },
    closing: { ...defaults.closing, heading: closing, paragraphs },
    farewell: { heading: farewell },
    faq: { ...defaults.faq, questions: questions.filter(({ question }) => !OF_THE_SAMPLE.includes(question)) },
  };
}
