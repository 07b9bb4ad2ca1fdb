import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { cloudOf } from "@manabiya/contract/rules/host-video.ts";
import { PAGE_DEADLINE } from "../../site/published-pages.ts";
import type { PublicContent } from "../../site/pages.ts";
import type { CatalogCache } from "../cache/catalog-cache.ts";
import type { CatalogSource } from "../cache/catalog-source.ts";
import { documentOf } from "./document.ts";
import { listCloudFilms, type OpenLessonRow, readOpenLessons } from "./queries.ts";

interface Options {
  catalogue: CatalogSource;
  now: () => number;
  publicUrl: string;
}

/** @returns reads the present content; without the database the last known one */
export function publicContentReader({ catalogue, now, publicUrl }: Options): () => Promise<PublicContent> {
  let known: OpenLessonRow[] = [];
  let content: PublicContent = { ...contentOf(known, publicUrl), version: 0, sources: [] };
  async function read(): Promise<void> {
    const cache = await catalogue.current();
    const lessons = await readOpenLessons(cache, now());
    content = { ...content, sources: await cache.memoize("film sources", () => readSources(cache)) };
    // View counts change with every version of the catalogue.
    if (!isDeepStrictEqual(lessons.map(withoutViews), known.map(withoutViews)))
      content = { ...content, ...contentOf(lessons, publicUrl), version: content.version + 1 };
    known = lessons;
  }
  return async () => {
    await Promise.race([read(), pause(PAGE_DEADLINE, undefined, { ref: false })]).catch(() => {});
    return content;
  };
}

const withoutViews = (lesson: OpenLessonRow) => ({ ...lesson, view_count: 0 });

/** The security policy allows players the machines of the catalogue's films at clouds, drafts included. */
async function readSources({ reads }: CatalogCache): Promise<string[]> {
  const films = await listCloudFilms(reads, []);
  return [...new Set(films.flatMap(({ address }) => cloudOf(address ?? "")?.sources ?? []))];
}

function contentOf(lessons: readonly OpenLessonRow[], publicUrl: string) {
  return {
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
