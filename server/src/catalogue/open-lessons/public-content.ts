import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { fillOpenLessons, type ShownLesson } from "@manabiya/contract/catalogue/open-lesson-marks.ts";
import { formatTimeCode } from "@manabiya/contract/rules/time-code.ts";
import { PAGE_DEADLINE } from "../../site/published-pages.ts";
import type { PublicContent } from "../../site/pages.ts";
import type { CatalogSource } from "../cache/catalog-source.ts";
import { titleBreaks } from "../phrase-breaks.ts";
import { documentOf, pictureOf } from "./document.ts";
import { type OpenLessonRow, readOpenLessons } from "./queries.ts";

/** Lessons on a landing page. */
const SHOWN_ON_LANDING = 3;

interface Options {
  catalogue: CatalogSource;
  now: () => number;
  publicUrl: string;
}

/** @returns reads the present content; without the database the last known one */
export function publicContentReader({ catalogue, now, publicUrl }: Options): () => Promise<PublicContent> {
  let known: OpenLessonRow[] = [];
  let content = contentOf(known, { publicUrl, version: 0 });
  async function read(): Promise<void> {
    const lessons = await readOpenLessons(await catalogue.current(), now());
    // View counts change with every version of the catalogue.
    if (!isDeepStrictEqual(lessons.map(withoutViews), known.map(withoutViews)))
      content = contentOf(lessons, { publicUrl, version: content.version + 1 });
    known = lessons;
  }
  return async () => {
    await Promise.race([read(), pause(PAGE_DEADLINE, undefined, { ref: false })]).catch(() => {});
    return content;
  };
}

const withoutViews = (lesson: OpenLessonRow) => ({ ...lesson, view_count: 0 });

function contentOf(
  lessons: readonly OpenLessonRow[],
  { publicUrl, version }: { publicUrl: string; version: number },
): PublicContent {
  return {
    version,
    fillLanding: (html) => fillLanding(html, lessons),
    documents: new Map(
      lessons.flatMap((lesson) => {
        const fill = (html: string) => documentOf(html, lesson, publicUrl);
        return [
          [`open/${lesson.id}`, fill],
          // A member shares the address of their own page.
          [`video/${lesson.id}`, fill],
        ];
      }),
    ),
    listed: lessons.map(({ id }) => `/open/${id}`),
  };
}

/** Fills a landing page with the lessons that were opened last. */
export function fillLanding(html: string, lessons: readonly OpenLessonRow[]): string {
  return fillOpenLessons(html, lessons.slice(0, SHOWN_ON_LANDING).map(shownLesson));
}

function shownLesson({ id, title, thumbnail, duration }: OpenLessonRow): ShownLesson {
  const [small, large] = pictureOf(thumbnail);
  const length = duration === null ? "" : formatTimeCode(duration).replace(/^0/, "");
  return { id, title, title_breaks: titleBreaks(title), length, small, large };
}
