import { contract } from "@manabiya/contract";
import { type LandingContent, pictureAddress, picturesIn } from "@manabiya/contract/site/landing/content.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import { readShowcase } from "../../catalogue/videos/showcase.ts";
import { chosenVideos, loadRenderer, renderLanding } from "../../site/published-pages.ts";
import { LANDING_FILE } from "../../site/pictures/stored-pictures.ts";
import { keepPictures, readPictures } from "../../site/queries.ts";
import type { Database } from "../../db/open.ts";
import type { StaffContext } from "../context.ts";
import { AppError, validationError } from "../../errors/app-error.ts";
import { fillPage } from "../../site/pages.ts";
import { siteDocument } from "./documents.ts";

/** The operator's editor of the two landing pages. */
export function adminLandingRoutes(context: StaffContext): void {
  const { app, db, site, webRoot, catalogue, now } = context;
  const pages = [
    { calls: contract.landingA, page: siteDocument(context, "landing-a", LANDINGS.a, requirePictures) },
    { calls: contract.landingB, page: siteDocument(context, "landing-b", LANDINGS.b, requirePictures) },
  ];
  for (const { calls, page } of pages) {
    app.answer(calls.read, page.screen);
    app.answer(calls.update, ({ body, currentUser }) => page.publish(body, currentUser.id));
  }

  app.answer(contract.landingPreview.render, async ({ params: { variant }, body: { content } }) => {
    if (webRoot === null)
      throw new AppError(503, "not_built", "サーバーにページの部品がないため、プレビューを表示できません。");
    const showcase = await readShowcase(catalogue, now, chosenVideos(content));
    const page = renderLanding(await loadRenderer(webRoot), variant, { content, showcase });
    return { html: await withStoredPictures(db, content, fillPage(page, { site, at: now() }).html) };
  });
}

/** Visitors do not get unpublished pictures, so the preview holds them itself. */
async function withStoredPictures(db: Database, content: LandingContent, html: string): Promise<string> {
  const stored = await readPictures(db, [picturesIn(content)]);
  return stored.reduce(
    (page, { id, content }) =>
      page.replaceAll(pictureAddress(id), `data:image/webp;base64,${content.toString("base64")}`),
    html,
  );
}

/** @throws AppError 400 about a picture that was deleted, or is of another kind */
async function requirePictures(tx: Database, content: LandingContent, at: string): Promise<void> {
  const stored = await keepPictures(tx, [picturesIn(content), at]);
  for (const name of ["hero", "teacher"] as const) {
    const { picture } = content[name];
    if (picture === "" || stored.some(({ id, path }) => id === picture && path === LANDING_FILE)) continue;
    const message = "この画像は保存されていません。画像をもう一度選択してください。";
    throw validationError({ [`content.${name}.picture`]: [message] });
  }
}
