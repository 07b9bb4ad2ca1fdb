import type { LandingContent } from "./content.ts";
import texts from "./starts.json" with { type: "json" };

const { starts, questions_left_out } = texts;

export type Start = keyof typeof starts;

/** Texts for operators who teach something else than the sample's subjects. */
export const START_NAMES = Object.entries(starts).map(([start, { name }]) => ({ start: start as Start, name }));

/** The numbers of the sample say how often its own videos appear. */
const FACTS = [
  { value: "{動画の本数}本", label: "いま見られる動画" },
  { value: "ぜんぶ", label: "見放題" },
  { value: "いつでも", label: "解約できる" },
];

/** @returns the sample for another subject, without its story, drawings, and the answers that hold for its subjects alone */
export function contentFor(start: Start, sample: LandingContent): LandingContent {
  const { audience, heading, lead, about, subjects, closing, paragraphs, farewell } = starts[start];
  return {
    ...sample,
    sections: sample.sections.map(({ name }) => ({ name, shown: name !== "story" })),
    search: { title: heading, description: lead },
    hero: { ...sample.hero, audience, heading, lead, facts: FACTS },
    about: { ...sample.about, heading: about, lead: "", subjects },
    contents: { ...sample.contents, period: "二時間目" },
    achievements: { ...sample.achievements, period: "三時間目" },
    closing: { ...sample.closing, heading: closing, paragraphs },
    farewell: { heading: farewell },
    faq: {
      ...sample.faq,
      questions: sample.faq.questions.filter(({ question }) => !questions_left_out.includes(question)),
    },
  };
}
