import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { PAGE_DEADLINE } from "../../site/published-pages.ts";
import type { PublicContent } from "../../site/pages.ts";
import type { CatalogSource } from "../cache/catalog-source.ts";
import { documentOf } from "./document.ts";
import { type OpenLessonRow, readOpenLessons } from "./queries.ts";

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
