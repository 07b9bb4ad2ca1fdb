import { resolve } from "node:path";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";
import { fillOpenLessons } from "@manabiya/contract/catalogue/open-lesson-marks.ts";
import { runnerImport, type Plugin } from "vite";
import { withPhraseBreaks } from "./phrases.ts";
import type * as Render from "../src/landing/render.tsx";

const RENDER = "/src/landing/render.tsx";
const STYLESHEET = "src/landing/landing.css";

/**
 * Renders the landing pages as static HTML without script. The build writes dist/landing.html and
 * dist/freelanding.html with the placeholders of contract/src/rules/page-placeholders.ts, which the server fills in.
 * The dev server renders both on each request.
 */
export function landingPages(): Plugin {
  let root = import.meta.dirname;
  return {
    name: "manabiya:landing-pages",
    enforce: "post",
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").replace(/[?#].*$/, "");
        if (path !== "/landing" && path !== "/freelanding") return next();
        server
          .ssrLoadModule(RENDER)
          .then((module) => {
            const { renderLanding } = module as typeof Render;
            const html = withPhraseBreaks(
              renderLanding(path === "/landing" ? "a" : "b", { stylesheet: `/${STYLESHEET}` }),
            );
            response.setHeader("Content-Type", "text/html; charset=utf-8");
            response.end(fillOpenLessons(fillPlaceholders(html, DEVELOPMENT_VALUES), []));
          })
          .catch(next);
      });
    },
    async generateBundle(_options, bundle) {
      const stylesheet = Object.values(bundle).find(
        (file) => file.type === "asset" && file.originalFileNames.includes(STYLESHEET),
      );
      if (!stylesheet) this.error(`${STYLESHEET} did not become an asset of the build`);
      const { module } = await runnerImport<typeof Render>(resolve(root, `.${RENDER}`), { root, configFile: false });
      const options = { stylesheet: `/${stylesheet.fileName}` };
      this.emitFile({
        type: "asset",
        fileName: "landing.html",
        source: withPhraseBreaks(module.renderLanding("a", options)),
      });
      this.emitFile({
        type: "asset",
        fileName: "freelanding.html",
        source: withPhraseBreaks(module.renderLanding("b", options)),
      });
    },
  };
}
