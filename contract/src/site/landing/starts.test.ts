import { expect, test } from "vitest";
import { LandingContent } from "./content.ts";
import { LANDINGS } from "./documents.ts";
import { contentFor, START_NAMES } from "./starts.ts";

const pages = START_NAMES.flatMap(({ start, name }) =>
  (["a", "b"] as const).map((variant) => ({ name, variant, content: contentFor(start, LANDINGS[variant].defaults) })),
);

test.each(pages)("$name is a whole page $variant that can be published as it stands", ({ content }) => {
  expect(LandingContent.safeParse(content)).toEqual({ success: true, data: content });
  expect(content.sections.filter(({ shown }) => !shown)).toEqual([{ name: "story", shown: false }]);
});

test.each(pages)("page $variant of $name names no subject, reader or number of the sample", ({ content, variant }) => {
  const { story: _hidden, ...shown } = content;
  const text = JSON.stringify(shown);
  const { about, hero } = LANDINGS[variant].defaults;
  const words = [...about.subjects.map(({ title }) => title), hero.audience, hero.heading];
  for (const word of [
    ...words,
    "エンジニア",
    "フリーランス",
    "副業",
    "収入",
    "開発",
    "プログラミング",
    "売る",
    "8〜10本",
  ])
    expect(text).not.toContain(word);
  expect(text).not.toMatch(/[\d０-９]+(人|社|％|%)/);
});
