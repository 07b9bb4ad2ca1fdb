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

/** Real videos, for visitors. */
export interface Showcase {
  /** Of all published videos. */
  count: number;
  videos: ShownVideo[];
  /** Videos that everybody may watch. Without one, the page leaves their section out. */
  lessons: (ShownVideo & { id: number })[];
}

export interface ShownVideo {
  title: string;
  /** "4:23"; empty: unknown. */
  length: string;
  /** The address of its picture, 320 pixels wide. */
  picture: string;
}

export interface RenderOptions {
  /** Absent: the pages that the build makes, which know no videos. */
  showcase?: Showcase;
  /** URL path of the stylesheet. */
  stylesheet: string;
}
