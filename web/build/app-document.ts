import type { Plugin, Rolldown } from "vite";
import { DEVELOPMENT_VALUES, fillPlaceholders } from "@manabiya/contract/rules/page-placeholders.ts";

const APP = "/src/app.tsx";

/** Pages that visitors open first, with an empty cache. The server sends each a document of its own. */
const FIRST_PAGES = {
  login: "accounts/login/login-page",
  signup: "accounts/login/signup-page",
  trial: "accounts/login/trial-page",
  "password-reset": "accounts/passwords/request-reset-page",
  "reset-password": "accounts/passwords/reset-password-page",
  "verify-email": "accounts/profile/verify-email-page",
};

/** The room for the members' menu button, which visitors do not have. */
const MENU_BUTTON = '<span class="size-target shrink-0"></span>';

/**
 * main.tsx loads the application only for some visitors. The document preloads its files, so that members do not wait
 * for a second request. Documents of first pages, such as dist/login.html, also preload the page's files. In
 * development the placeholders are filled in here, in production by the server.
 */
export function appDocument(): Plugin {
  let isServing = false;
  return {
    name: "manabiya:app-document",
    enforce: "post",
    configResolved(config) {
      isServing = config.command === "serve";
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (isServing) return fillPlaceholders(html, DEVELOPMENT_VALUES);
        return filesOf(APP, bundle ?? {}).map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          injectTo: "head",
        }));
      },
    },
    generateBundle(_options, bundle) {
      const document = bundle["index.html"];
      if (document?.type !== "asset") this.error("index.html did not become an asset of the build");
      const known = filesOf(APP, bundle);
      for (const [page, module] of Object.entries(FIRST_PAGES)) {
        const links = filesOf(`/src/${module}.tsx`, bundle)
          .filter((file) => !known.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n  `);
        const source = String(document.source)
          .replace(MENU_BUTTON, "")
          .replace("</head>", `  ${links.join("  ")}</head>`);
        this.emitFile({ type: "asset", fileName: `${page}.html`, source });
      }
    },
  };
}

/** The files that a module needs beyond those of the entry. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const main = chunks.find((chunk) => chunk.isEntry);
  const own = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module));
  if (!own) throw new Error(`${module} did not become a file of the build`);
  const needed = new Set([own.fileName]);
  // Iterating a set also visits entries that are added meanwhile.
  for (const file of needed) {
    for (const { fileName, imports } of chunks) if (fileName === file) imports.forEach((name) => needed.add(name));
  }
  return [...needed].filter((file) => file !== main?.fileName && !main?.imports.includes(file));
}
