import type { Random } from "./random.ts";
import { KINDS, SUBJECTS, SYLLABLES, TERMS, VERBS } from "./words.ts";

export interface Lesson {
  title: string;
  description: string;
  chapters: { title: string; description: string; time_seconds: number }[];
}

/** Number of terms that recur in a lesson. */
const THEME = 6;
/** One of this many lessons has an invented product name. */
const NAMED = 3;

export function makeLesson(random: Random, chapterCount: number): Lesson {
  const theme = Array.from({ length: THEME }, () => random.pickCommonFirst(TERMS));
  if (random.below(NAMED) === 0) theme.push(inventName(random));
  const term = () => (random.below(4) === 0 ? random.pickCommonFirst(TERMS) : random.pick(theme));
  const first = theme.at(-1) ?? term();
  return {
    title: `${first}の${random.pick(KINDS)}：${term()}を${random.pick(VERBS)}`,
    description:
      `${random.pick(SUBJECTS)}に向けて、${first}と${term()}の${random.pick(KINDS)}を話します。` +
      `${term()}を${random.pick(VERBS)}ときに迷うところを、実際の${term()}を見ながら確かめます。`,
    chapters: Array.from({ length: chapterCount }, (_, index) => ({
      title: index === 0 ? `はじめに：${term()}とは` : `${term()}の${random.pick(KINDS)}`,
      description: `${term()}を${random.pick(VERBS)}前に、${term()}と${term()}の違いを見ておきます。`,
      time_seconds: index * 75,
    })),
  };
}

function inventName(random: Random): string {
  return Array.from({ length: 4 + random.below(4) }, () => random.pick(SYLLABLES)).join("");
}
