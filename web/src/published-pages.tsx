import type { PublishedPages } from "@manabiya/contract/site/published-pages.ts";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withPhraseBreaks } from "../build/phrases.ts";
import { ENGINEERS_PAGE } from "./landing/engineers-page.ts";
import { FREELANCERS_PAGE } from "./landing/freelancers-page.ts";
import { fillContent } from "./landing/landing-copy.ts";
import { LandingDocument } from "./landing/landing-document.tsx";
import { LegalDocument } from "./landing/legal-document.tsx";

/** A addresses engineers and leads to /signup; B addresses would-be freelancers and leads to /trial. */
export const renderLanding: PublishedPages["renderLanding"] = (variant, content, { stylesheet, showcase }) => {
  const drawn = variant === "a" ? ENGINEERS_PAGE : FREELANCERS_PAGE;
  const { action, ...texts } = fillContent(content, showcase?.count ?? 0);
  const copy = { ...texts, path: drawn.path, action: { ...action, href: drawn.href } };
  return documentOf(<LandingDocument copy={copy} drawn={drawn} showcase={showcase} stylesheet={stylesheet} />);
};

export const renderLegal: PublishedPages["renderLegal"] = (page, { stylesheet }) =>
  documentOf(<LegalDocument {...page} stylesheet={stylesheet} />);

/** @returns a whole HTML document with its placeholders, and with breaks between the phrases of headings */
function documentOf(page: ReactElement): string {
  return withPhraseBreaks(`<!doctype html>${renderToStaticMarkup(page)}`);
}
