import type { LegalPageProps } from "../legal/compose.ts";
import type { LandingContent, LandingVariant } from "./landing/content.ts";

/**
 * The module that the build writes to dist/.render/published-pages.js. The server renders stored documents with it, and
 * needs no React of its own. Each function returns a whole HTML document with its placeholders.
 */
export interface PublishedPages {
  /** URL path of the stylesheet. */
  STYLESHEET: string;
  renderLegal: (page: LegalPageProps, options: RenderOptions) => string;
  renderLanding: (variant: LandingVariant, content: LandingContent, options: RenderOptions) => string;
}

export interface RenderOptions {
  /** URL path of the stylesheet. */
  stylesheet: string;
}
