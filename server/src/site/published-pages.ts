import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import type { SiteDocument } from "@manabiya/contract/site/documents.ts";
import { idOfVideo } from "@manabiya/contract/site/form-nodes.ts";
import type { LandingContent, LandingVariant } from "@manabiya/contract/site/landing/content.ts";
import type { PublishedPages, Showcase } from "@manabiya/contract/site/published-pages.ts";
import type { LiveSite } from "./live-site.ts";

/** Milliseconds after which a page shows the last known content: landing pages must not wait for a slow database. */
export const PAGE_DEADLINE = 300;

/** Reads real videos for visitors. `chosen`: ids; none: the newest. */
export type ReadShowcase = (chosen: number[]) => Promise<Showcase>;

interface PublishedPage {
  document: SiteDocument;
  /** The videos that the page shows. Absent: it shows none. */
  chosen?: (content: object) => number[];
  render: (pages: PublishedPages, content: object, showcase: Showcase | undefined) => string;
}

/** Hides signs of our marks (open-lesson-marks.ts, page-placeholders.ts) in texts that people typed. */
export function renderLanding(
  pages: PublishedPages,
  variant: LandingVariant,
  given: { content: LandingContent; showcase: Showcase | undefined },
): string {
  // Noncharacters, which become character references in the finished page.
  const { content, showcase } = JSON.parse(JSON.stringify(given), (_key, value: unknown) =>
    typeof value === "string" ? value.replace(/\[(?=\[)|\](?=\])|_(?=_[A-Z_]+__)/g, "\ufdd0$&") : value,
  ) as typeof given;
  const options = { stylesheet: pages.STYLESHEET, ...(showcase && { showcase }) };
  return pages
    .renderLanding(variant, content, options)
    .replace(/\ufdd0(.)/g, (_all, sign: string) => `&#${sign.charCodeAt(0)};`);
}

const landing = (document: SiteDocument, variant: LandingVariant): PublishedPage => ({
  document,
  chosen: (content) => chosenVideos(content as LandingContent),
  render: (pages, content, showcase) => renderLanding(pages, variant, { content: content as LandingContent, showcase }),
});

export function chosenVideos({ videos }: LandingContent): number[] {
  return videos.chosen.map((video) => idOfVideo(video)).filter((id) => id !== null);
}

/** The pages that a stored document makes, or makes anew. */
const PAGES: Readonly<Record<string, PublishedPage>> = {
  "/landing": landing("landing-a", "a"),
  "/freelanding": landing("landing-b", "b"),
};

export const PUBLISHED_PATHS: readonly string[] = Object.keys(PAGES);

/** Loads the renderer of the build. Node keeps the module, so a second call is free. */
export async function loadRenderer(webRoot: string): Promise<PublishedPages> {
  const file = join(webRoot, ".render", "published-pages.js");
  return (await import(pathToFileURL(file).href)) as PublishedPages;
}

interface PublisherDeps {
  webRoot: string;
  site: Pick<LiveSite, "documents">;
  readShowcase: ReadShowcase;
  log: FastifyBaseLogger;
}

/**
 * Renders a stored document once per version of its content and of the videos in it. Without one the page of the build
 * stands, and the renderer is not loaded. A document that cannot be rendered never takes a page down.
 */
export function createPublisher({ webRoot, site, readShowcase, log }: PublisherDeps) {
  const rendered = new Map<string, { key: string; html: string }>();
  const showcases = new Map<string, Showcase>();

  const storedAt = (path: string) => {
    const page = PAGES[path];
    const stored = page && site.documents[page.document];
    return stored && { ...page, ...stored };
  };

  let isAway = false;
  async function read(path: string, chosen: number[]): Promise<void> {
    try {
      showcases.set(path, await readShowcase(chosen));
      isAway = false;
    } catch (err) {
      if (!isAway) log.warn({ err, path }, "the videos of a published page cannot be read");
      isAway = true;
    }
  }

  /** While the database is away or slow, the videos that were read last stand. */
  async function showcaseOf(path: string): Promise<Showcase | undefined> {
    const page = storedAt(path);
    if (!page?.chosen) return undefined;
    await Promise.race([read(path, page.chosen(page.content)), pause(PAGE_DEADLINE, undefined, { ref: false })]);
    return showcases.get(path);
  }

  /** Equal keys give equal pages. */
  const keyOf = (path: string, showcase: Showcase | undefined) =>
    `${storedAt(path)?.revision} ${JSON.stringify(showcase)}`;

  return {
    keyOf: async (path: string) => keyOf(path, await showcaseOf(path)),
    /** @returns the page with its placeholders; `built` if no document is stored */
    publish: async (path: string, built: string | null): Promise<string | null> => {
      const page = storedAt(path);
      if (!page) return built;
      const showcase = await showcaseOf(path);
      const key = keyOf(path, showcase);
      const known = rendered.get(path);
      if (known?.key === key) return known.html;
      try {
        const html = page.render(await loadRenderer(webRoot), page.content, showcase);
        rendered.set(path, { key, html });
        return html;
      } catch (err) {
        log.error({ err, path }, "a published page cannot be rendered");
        return known?.html ?? built;
      }
    },
  };
}
