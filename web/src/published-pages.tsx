import type { PublishedPages, RenderOptions } from "@manabiya/contract/site/published-pages.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { withPhraseBreaks } from "../build/phrases.ts";
import { ENGINEERS_PAGE } from "./landing/engineers-page.tsx";
import { FREELANCERS_PAGE } from "./landing/freelancers-page.tsx";
import { LandingDocument } from "./landing/landing-document.tsx";
import { LegalDocument } from "./landing/legal-document.tsx";

/** A addresses engineers and leads to /signup; B addresses would-be freelancers and leads to /trial. */
export const renderLanding: PublishedPages["renderLanding"] = (variant, { stylesheet }: RenderOptions) => {
  const page = variant === "a" ? ENGINEERS_PAGE : FREELANCERS_PAGE;
  return documentOf(<LandingDocument page={page} stylesheet={stylesheet} />);
};

export const renderLegal: PublishedPages["renderLegal"] = (page, { stylesheet }) =>
  documentOf(<LegalDocument {...page} stylesheet={stylesheet} />);

/** @returns a whole HTML document with its placeholders, and with breaks between the phrases of headings */
function documentOf(document: React.ReactElement): string {
  return withPhraseBreaks(`<!doctype html>${renderToStaticMarkup(document)}`);
}
