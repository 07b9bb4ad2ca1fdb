import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import { idOfVideo } from "@manabiya/contract/site/form-nodes.ts";
import type { LandingContent, LandingVariant } from "@manabiya/contract/site/landing/content.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import type { PublishedPages, Showcase } from "@manabiya/contract/site/published-pages.ts";
import type { LiveSite } from "./live-site.ts";

/** Milliseconds after which a page shows the last known content: landing pages must not wait for a slow database. */
export const PAGE_DEADLINE = 300;

/** Reads real videos for visitors. `chosen`: ids; none: the newest. */
export type ReadShowcase = (chosen: number[]) => Promise<Showcase>;

/** Hides signs of our placeholders (page-placeholders.ts) in texts that people typed, and of tax in those about videos. */
export function renderLanding(
  pages: PublishedPages,
  variant: LandingVariant,
  given: { content: LandingContent; showcase: Showcase | undefined },
): string {
  // Noncharacters, which become character references in the finished page.
  const { content, showcase } = JSON.parse(JSON.stringify(given), (_key, value: unknown) =>
    typeof value === "string" ? value.replace(/_(?=_[A-Z_]+__)/g, "\ufdd0$&") : value,
  ) as typeof given;
  // One sign for one: numbers in the showcase count the signs of titles.
  const videos = showcase && (JSON.parse(JSON.stringify(showcase).replaceAll("税", "\ufdd1")) as Showcase);
  const options = { stylesheet: pages.STYLESHEET, ...(videos && { showcase: videos }) };
  return pages
    .renderLanding(variant, content, options)
    .replaceAll("\ufdd1", "&#31246;")
    .replace(/\ufdd0(.)/g, (_all, sign: string) => `&#${sign.charCodeAt(0)};`);
}

export function chosenVideos({ videos }: LandingContent): number[] {
  return videos.chosen.map((video) => idOfVideo(video)).filter((id) => id !== null);
}

/** The pages that a document makes. */
const PAGES: Readonly<Record<string, LandingVariant>> = { "/landing": "a", "/freelanding": "b" };

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
 * Renders a document, the operator's or the product's own, once per version of its content and of the videos in it. One
 * that cannot be rendered never takes a page down: the one before stands, at first the page of the build.
 */
export function createPublisher({ webRoot, site, readShowcase, log }: PublisherDeps) {
  const rendered = new Map<string, { key: string; html: string }>();
  const showcases = new Map<string, Showcase>();

  function pageAt(path: string) {
    const variant = PAGES[path];
    if (variant === undefined) return null;
    const stored = site.documents[`landing-${variant}`] ?? { content: LANDINGS[variant].defaults, revision: 0 };
    return { variant, revision: stored.revision, content: stored.content as LandingContent };
  }

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
    const page = pageAt(path);
    if (!page) return undefined;
    await Promise.race([read(path, chosenVideos(page.content)), pause(PAGE_DEADLINE, undefined, { ref: false })]);
    return showcases.get(path);
  }

  /** Equal keys give equal pages. */
  const keyOf = (path: string, showcase: Showcase | undefined) =>
    `${pageAt(path)?.revision} ${JSON.stringify(showcase)}`;

  return {
    keyOf: async (path: string) => keyOf(path, await showcaseOf(path)),
    /** @returns the page with its placeholders; `built` if it has no document */
    publish: async (path: string, built: string | null): Promise<string | null> => {
      const page = pageAt(path);
      if (!page) return built;
      const showcase = await showcaseOf(path);
      const key = keyOf(path, showcase);
      const known = rendered.get(path);
      if (known?.key === key) return known.html;
      try {
        const html = renderLanding(await loadRenderer(webRoot), page.variant, { content: page.content, showcase });
        rendered.set(path, { key, html });
        return html;
      } catch (err) {
        log.error({ err, path }, "a published page cannot be rendered");
        return known?.html ?? built;
      }
    },
  };
}
