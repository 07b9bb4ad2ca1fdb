import { staff } from "@manabiya/contract";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import { readShowcase } from "../../catalogue/videos/showcase.ts";
import { chosenVideos, loadRenderer } from "../../config/published-pages.ts";
import type { AppContext } from "../../http/app-context.ts";
import { AppError } from "../../http/app-error.ts";
import { fillPage } from "../../http/pages.ts";
import { siteDocument } from "./documents.ts";

/** The operator's editor of the two landing pages. */
export function adminLandingRoutes(context: AppContext): void {
  const { app, site, webRoot, catalogue, now } = context;
  const pages = [
    { calls: staff.landingA, page: siteDocument(context, "landing-a", LANDINGS.a) },
    { calls: staff.landingB, page: siteDocument(context, "landing-b", LANDINGS.b) },
  ];
  for (const { calls, page } of pages) {
    app.route({ ...calls.read, handler: page.screen });
    app.route({ ...calls.update, handler: ({ body, currentUser }) => page.publish(body, currentUser.id) });
  }

  app.route({
    ...staff.landingPreview.render,
    handler: async ({ params: { variant }, body: { content } }) => {
      if (webRoot === null) throw notBuilt();
      const { renderLanding, STYLESHEET } = await loadRenderer(webRoot);
      const showcase = await readShowcase(catalogue, now, chosenVideos(content));
      return { html: fillPage(renderLanding(variant, content, { stylesheet: STYLESHEET, showcase }), site).html };
    },
  });
}

function notBuilt(): AppError {
  return new AppError(503, "not_built", "サーバーにページの部品がないため、プレビューを表示できません。");
}
