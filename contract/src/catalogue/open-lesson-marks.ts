import { escapeHtml } from "../rules/page-placeholders.ts";

/** Marks in a landing page that the server replaces with the open lessons. Without a lesson it leaves the whole part out. */
export const OPEN_LESSON_MARKS = {
  part: ["[[lessons:", ":lessons]]"],
  /** Repeated for each lesson. */
  lesson: ["[[lesson:", ":lesson]]"],
  id: "[[id]]",
  title: "[[title]]",
  length: "[[length]]",
  small: "[[small-picture]]",
  large: "[[large-picture]]",
} as const;

/** A lesson as a landing page shows it. */
export interface ShownLesson {
  id: number;
  title: string;
  /** The positions in the title where a line may break. */
  title_breaks: readonly number[];
  /** "4:23"; empty: unknown. */
  length: string;
  /** Addresses of the picture, 320 and 640 pixels wide. */
  small: string;
  large: string;
}

/** Fills a page with lessons; their texts cannot become markup. */
export function fillOpenLessons(html: string, lessons: readonly ShownLesson[]): string {
  const { part, lesson } = OPEN_LESSON_MARKS;
  return between(html, part, (section) =>
    lessons.length === 0 ? "" : between(section, lesson, (item) => lessons.map((each) => fillOne(item, each)).join("")),
  );
}

/** A function as the replacement, because `$&` in a text would otherwise be a pattern. */
function fillOne(item: string, { id, title, title_breaks, length, small, large }: ShownLesson): string {
  const phrases = [0, ...title_breaks].map((from, index) => escapeHtml(title.slice(from, title_breaks[index])));
  const values: Record<string, string> = {
    [OPEN_LESSON_MARKS.id]: String(id),
    [OPEN_LESSON_MARKS.title]: phrases.join("<wbr>"),
    [OPEN_LESSON_MARKS.length]: escapeHtml(length),
    [OPEN_LESSON_MARKS.small]: escapeHtml(small),
    [OPEN_LESSON_MARKS.large]: escapeHtml(large),
  };
  return item.replace(/\[\[[a-z-]+\]\]/g, (mark) => values[mark] ?? mark);
}

function between(html: string, [begin, end]: readonly [string, string], fill: (inner: string) => string): string {
  const [before, inner] = [html.indexOf(begin), html.indexOf(end)];
  if (before === -1 || inner === -1) return html;
  return html.slice(0, before) + fill(html.slice(before + begin.length, inner)) + html.slice(inner + end.length);
}
