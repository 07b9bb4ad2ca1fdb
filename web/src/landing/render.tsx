import { renderToStaticMarkup } from "react-dom/server";
import { ENGINEERS_PAGE } from "./engineers-page.tsx";
import { FREELANCERS_PAGE } from "./freelancers-page.tsx";
import { LandingDocument } from "./landing-document.tsx";

/** A addresses engineers and leads to /signup; B addresses would-be freelancers and leads to /trial. */
type LandingVariant = "a" | "b";

interface RenderOptions {
  /** URL path of the stylesheet. */
  stylesheet: string;
}

/** @returns a whole HTML document with its placeholders */
export function renderLanding(variant: LandingVariant, { stylesheet }: RenderOptions): string {
  const page = variant === "a" ? ENGINEERS_PAGE : FREELANCERS_PAGE;
  return `<!doctype html>${renderToStaticMarkup(<LandingDocument page={page} stylesheet={stylesheet} />)}`;
}
