import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import type { SiteDocument } from "@manabiya/contract/site/documents.ts";
import type { LandingContent } from "@manabiya/contract/site/landing/content.ts";
import type { PublishedPages } from "@manabiya/contract/site/published-pages.ts";
import type { LiveSite } from "./live-site.ts";

interface PublishedPage {
  document: SiteDocument;
  render: (pages: PublishedPages, content: object) => string;
}

/** The pages that a stored document makes, or makes anew. */
const PAGES: Readonly<Record<string, PublishedPage>> = {
  "/landing": {
    document: "landing-a",
    render: ({ renderLanding, STYLESHEET }, content) =>
      renderLanding("a", content as LandingContent, { stylesheet: STYLESHEET }),
  },
  "/freelanding": {
    document: "landing-b",
    render: ({ renderLanding, STYLESHEET }, content) =>
      renderLanding("b", content as LandingContent, { stylesheet: STYLESHEET }),
  },
};

export const PUBLISHED_PATHS: readonly string[] = Object.keys(PAGES);

/** Loads the renderer of the build. Node keeps the module, so a second call is free. */
export async function loadRenderer(webRoot: string): Promise<PublishedPages> {
  const file = join(webRoot, ".render", "published-pages.js");
  return (await import(pathToFileURL(file).href)) as PublishedPages;
}

/**
 * Renders a stored document once per version. Without one the page of the build stands, and the renderer is not
 * loaded. A document that cannot be rendered never takes a page down.
 */
export function createPublisher(webRoot: string, site: Pick<LiveSite, "documents">, log: FastifyBaseLogger) {
  const rendered = new Map<string, { revision: number; html: string }>();
  return async (path: string, built: string | null): Promise<string | null> => {
    const page = PAGES[path];
    const stored = page && site.documents[page.document];
    if (!stored) return built;
    const known = rendered.get(path);
    if (known?.revision === stored.revision) return known.html;
    try {
      const html = page.render(await loadRenderer(webRoot), stored.content);
      rendered.set(path, { revision: stored.revision, html });
      return html;
    } catch (err) {
      log.error({ err, path }, "a published page cannot be rendered");
      return known?.html ?? built;
    }
  };
}
