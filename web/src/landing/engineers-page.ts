import type { DrawnPage } from "./landing-page.tsx";

/** Page A, /landing. */
export const ENGINEERS_PAGE: DrawnPage = {
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
