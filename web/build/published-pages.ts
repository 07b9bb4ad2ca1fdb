import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";
import { LANDINGS } from "@manabiya/contract/site/landing/documents.ts";
import type { LandingVariant } from "@manabiya/contract/site/landing/content.ts";
import type { PublishedPages } from "@manabiya/contract/site/published-pages.ts";
import { build, type Plugin } from "vite";
import type * as Render from "../src/published-pages.tsx";

const RENDER = "/src/published-pages.tsx";
const STYLESHEET = "src/landing/landing.css";

/** The folder that the server's static files leave out. */
const FILE = ".render/published-pages.js";

/**
 * Renders the landing pages as static HTML without script. The build writes the renderer, with which the server renders
 * both pages with real videos. It also writes dist/landing.html and dist/freelanding.html, which stand where a page cannot
 * be rendered: the default content and the placeholders of contract/src/rules/page-placeholders.ts, which the server fills
 * in. The dev server renders both pages on each request.
 */
export function publishedPages(): Plugin {
  let root = import.meta.dirname;
  return {
    name: "manabiya:published-pages",
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
            const variant = path === "/landing" ? "a" : "b";
            const { renderLanding } = module as typeof Render;
            const html = renderLanding(variant, LANDINGS[variant].defaults, { stylesheet: `/${STYLESHEET}` });
            response.setHeader("Content-Type", "text/html; charset=utf-8");
            response.end(fillPlaceholders(html, DEVELOPMENT_VALUES));
          })
          .catch(next);
      });
    },
    async generateBundle(_options, bundle) {
      const stylesheet = Object.values(bundle).find(
        (file) => file.type === "asset" && file.originalFileNames.includes(STYLESHEET),
      );
      if (!stylesheet) this.error(`${STYLESHEET} did not become an asset of the build`);
      const source = await buildRenderer(root, `/${stylesheet.fileName}`);
      this.emitFile({ type: "asset", fileName: FILE, source });
    },
    async writeBundle({ dir = "dist" }) {
      const renderer = pathToFileURL(join(dir, FILE));
      const { renderLanding, STYLESHEET } = (await import(`${renderer.href}?${Date.now()}`)) as PublishedPages;
      const html = (variant: LandingVariant) =>
        renderLanding(variant, LANDINGS[variant].defaults, { stylesheet: STYLESHEET });
      await writeFile(join(dir, "landing.html"), html("a"));
      await writeFile(join(dir, "freelanding.html"), html("b"));
    },
  };
}

/** @returns the code of one module, which needs no other package than the server's own */
async function buildRenderer(root: string, stylesheet: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      ssr: `.${RENDER}`,
      write: false,
      minify: true,
      rolldownOptions: { output: { footer: `export const STYLESHEET = ${JSON.stringify(stylesheet)};` } },
    },
  });
  const chunks = "output" in result ? result.output : [];
  const [chunk] = chunks;
  if (chunks.length !== 1 || !chunk) throw new Error("The renderer did not become one file");
  return chunk.code;
}
