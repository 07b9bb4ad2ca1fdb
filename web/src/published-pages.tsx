import type { PublishedPages } from "@manabiya/contract/site/published-pages.ts";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withPhraseBreaks } from "../build/phrases.ts";
import { fillContent } from "./landing/landing-copy.ts";
import { LandingDocument } from "./landing/landing-document.tsx";
import { LegalDocument } from "./landing/legal-document.tsx";
import type { DrawnPage } from "./landing/landing-page.tsx";

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

/** Page A, /landing. */
const ENGINEERS_PAGE: DrawnPage = {
  path: "/landing",
  href: "/signup",
  hero: "hero-engineer",
  story: [
    { width: "wide", drawing: "finished-at-two" },
    { width: "narrow", drawing: "nobody-came" },
    { width: "narrow", drawing: "more-features" },
    { width: "wide", drawing: "first-lesson" },
    { width: "whole", drawing: "wrong-order" },
    { width: "wide", drawing: "new-headline" },
    { width: "narrow", drawing: "first-inquiry" },
    { width: "whole", drawing: "to-deliver" },
  ],
};

/** Page B, /freelanding. */
const FREELANCERS_PAGE: DrawnPage = {
  path: "/freelanding",
  href: "/trial",
  hero: "hero-freelancer",
  story: [
    { width: "narrow", drawing: "last-train" },
    { width: "wide", drawing: "someday" },
    { width: "wide", drawing: "too-much-advice" },
    { width: "narrow", drawing: "free-week" },
    { width: "whole", drawing: "whom-to-help" },
    { width: "narrow", drawing: "new-profile" },
    { width: "wide", drawing: "first-request" },
    { width: "whole", drawing: "one-hour-tonight" },
  ],
};
