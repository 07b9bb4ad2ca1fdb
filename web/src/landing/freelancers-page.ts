import type { DrawnPage } from "./landing-page.tsx";

/** Page B, /freelanding. */
export const FREELANCERS_PAGE: DrawnPage = {
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
